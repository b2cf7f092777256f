import { type Static, Type } from "typebox";
import { hintKeyword, HttpUrl, keyPattern, keysOf, labelKeyword, unitKeyword } from "../common.ts";
import { described } from "./option.ts";

/** Maximum steps of a capture. */
const maxSteps = 50;
/** Maximum pictures that the steps of a capture take. */
export const maxStepPictures = 5;
/** The name of a step's picture. */
export const stepPictureName = "[a-z0-9][a-z0-9-]{0,31}";
/** Seconds that a step has without `timeout`. */
export const standardStepSeconds = 5;

const noExtraFields = { additionalProperties: false } as const;

const text = (description: string, maxLength = 512) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** One flat object, so that a problem names one field. `checkSteps` requires exactly one way to find the element. */
const TargetWords = Type.Object(
  {
    text: text("A part of the element's text, in any case. The whole text comes first."),
    label: text("A part of the label of a field, in any case. The whole label comes first."),
    role: Type.Optional(
      Type.String({ pattern: "^[A-Za-z]{1,64}$", description: "The ARIA role, such as `button` or `link`." }),
    ),
    name: text("The whole accessible name. Needs `role`."),
  },
  {
    ...noExtraFields,
    description: "An element by `text`, by `label`, or by `role` and `name`.",
    [hintKeyword]: 'a CSS selector stands alone, as in {"target": "#buy"}',
  },
);

/** An element: a CSS selector, or words that a visitor sees. */
export const StepTarget = Type.Union([
  Type.String({
    minLength: 1,
    maxLength: 512,
    description: "CSS selector. It also finds elements in open shadow trees.",
  }),
  TargetWords,
]);
export type StepTarget = Static<typeof StepTarget>;

const frame = text("CSS selector of the frame that has the element. Default: the page itself.");

/** An element, and the frame that has it. */
export const StepPlace = Type.Object(
  { target: StepTarget, frame },
  { ...noExtraFields, [hintKeyword]: 'such as {"target": "#buy"}' },
);

const onTarget = (description: string) => Type.Optional(described(StepPlace, description));

/** Signs of a page that can be waited for. */
export const waitSigns = {
  selector: text("CSS selector of an element that becomes visible."),
  text: text("A part of a text that becomes visible, in any case."),
  address: text(
    "A part of the page's address, such as `/account`. With `https://` or `http://` in front it is the beginning of the address.",
    2048,
  ),
};

/** Everything that a step can do, by its name in a request. */
const actions = {
  goto: Type.Optional({ ...HttpUrl, description: "Opens this address." }),
  fill: Type.Optional(
    Type.Object(
      {
        target: StepTarget,
        value: Type.String({ maxLength: 4096, writeOnly: true, description: "The text of the field. It is a secret." }),
        frame,
      },
      {
        ...noExtraFields,
        description:
          "Replaces the text of a field, on pages of the site of `url`, of the last `goto` or of an address that `waitFor` met.",
      },
    ),
  ),
  click: onTarget("Clicks an element."),
  press: Type.Optional(
    Type.Object(
      {
        key: Type.String({
          pattern: keyPattern,
          writeOnly: true,
          description: "A key such as `Enter`, `a` or `Control+a`.",
        }),
        target: Type.Optional(StepTarget),
        frame,
      },
      { ...noExtraFields, description: "Presses a key, in the element or where the page has its focus." },
    ),
  ),
  select: Type.Optional(
    Type.Object(
      {
        target: StepTarget,
        values: Type.Array(Type.String({ maxLength: 512 }), {
          minItems: 1,
          maxItems: 20,
          description: "Values or labels of the options.",
        }),
        frame,
      },
      { ...noExtraFields, description: "Selects options of a list." },
    ),
  ),
  check: onTarget("Switches a checkbox, a radio button or a switch on."),
  uncheck: onTarget("Switches a checkbox or a switch off."),
  hover: onTarget("Moves the mouse over an element."),
  scroll: Type.Optional(
    Type.Object(
      {
        target: Type.Optional(StepTarget),
        y: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 1_000_000,
            [unitKeyword]: "pixels",
            description: "Distance from the top, CSS pixels.",
          }),
        ),
        frame,
      },
      {
        ...noExtraFields,
        description:
          "Brings an element into view, or scrolls it to `y`. Without `target` it scrolls the page, to its end without `y`.",
      },
    ),
  ),
  wait: Type.Optional(
    Type.Number({ minimum: 0, maximum: 30, [unitKeyword]: "seconds", description: "Waits as many seconds." }),
  ),
  waitFor: Type.Optional(
    Type.Object(
      {
        ...waitSigns,
        hidden: text("CSS selector of elements that all disappear."),
        frame,
      },
      { ...noExtraFields, description: "Waits for one of `selector`, `hidden`, `text` and `address`." },
    ),
  ),
  script: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20_000,
      writeOnly: true,
      description: "Runs JavaScript in the page, as the option `script` does. The page can read it.",
    }),
  ),
  screenshot: Type.Optional(
    Type.String({
      pattern: `^${stepPictureName}$`,
      description: `Takes a picture of the browser's window under this name, at most ${maxStepPictures} in a capture.`,
    }),
  ),
};

/** One flat object, so that a problem names one field. `checkSteps` requires exactly one action. */
export const Step = Type.Object(
  {
    ...actions,
    timeout: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60,
        [unitKeyword]: "seconds",
        [labelKeyword]: "Timeout",
        description: `Seconds for this step. Default: ${standardStepSeconds}; for \`goto\`, all that is left for loading.`,
      }),
    ),
    optional: Type.Optional(Type.Boolean({ description: "Go on if this step fails. Default: false." })),
  },
  { ...noExtraFields, description: "One action, with its `timeout`." },
);
export type Step = Static<typeof Step>;

/** The steps of a capture, in their order. */
export const Steps = Type.Array(Step, { minItems: 1, maxItems: maxSteps });

/** The name of an action. */
export type StepAction = keyof typeof actions;
export const stepActions: readonly StepAction[] = keysOf(actions);

/** The actions of a step. A checked one has exactly one. */
export function actionsOf(step: Step): StepAction[] {
  return stepActions.filter((action) => step[action] !== undefined);
}

/** Milliseconds that steps wait, whatever the page does. */
export function waitMsOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { wait = 0 }) => sum + wait * 1_000, 0);
}
