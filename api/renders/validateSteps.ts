import type { EgressPolicy } from "#egress/policy.ts";
import type { FieldProblem } from "#schemas/common.ts";
import {
  actionsOf,
  maxStepPictures,
  type Step,
  stepActions,
  type StepTarget,
  waitMsOf,
} from "#schemas/options/steps.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";
import { maxTextBytes } from "#schemas/renders/texts.ts";
import { checkTarget } from "../http/validation.ts";
import { checkSelector } from "./validateSelectors.ts";

type Policy = Pick<EgressPolicy, "checkUrl">;

/** The problems of steps beyond their schema. No message repeats a value, as no reply shows one. */
export function checkSteps(
  policy: Policy,
  { steps = [], timeout = 30, javascript }: Pick<RenderRequest, "steps" | "timeout" | "javascript">,
): FieldProblem[] {
  const problems = steps.flatMap((step, index) => checkStep(policy, `steps.${index}`, step));
  return [
    ...problems,
    ...checkSize(steps),
    ...checkWaits(steps, timeout),
    ...checkPictures(steps),
    ...(javascript === false ? checkScripts(steps) : []),
  ];
}

function checkStep(policy: Policy, field: string, step: Step): FieldProblem[] {
  const [action, ...others] = actionsOf(step);
  if (action === undefined) return [{ field, message: `must have an action: one of ${stepActions.join(", ")}` }];
  if (others.length > 0) {
    return [{ field, message: `must have one action, and has ${[action, ...others].join(" and ")}: give a step each` }];
  }
  const { goto, waitFor } = step;
  return [
    ...(goto === undefined ? [] : checkTarget(policy, `${field}.goto`, goto)),
    ...(waitFor === undefined ? [] : checkWaitFor(`${field}.waitFor`, waitFor)),
    ...checkPlace(`${field}.${action}`, step[action]),
  ];
}

/** The element of an action, and its frame. */
function checkPlace(field: string, options: Step[keyof Step]): FieldProblem[] {
  if (typeof options !== "object") return [];
  const { frame, target }: { frame?: string; target?: StepTarget } = options;
  return [
    ...(frame === undefined ? [] : checkSelector(`${field}.frame`, frame)),
    ...(target === undefined ? [] : checkElement(`${field}.target`, target)),
  ];
}

function checkElement(field: string, target: StepTarget): FieldProblem[] {
  if (typeof target === "string") return checkSelector(field, target);
  const { text, label, role, name } = target;
  if ([text, label, role].filter((way) => way !== undefined).length !== 1) {
    return [{ field, message: "must have exactly one of text, label and role, or be a CSS selector" }];
  }
  if (name === undefined) return [];
  if (role === undefined) return [{ field: `${field}.name`, message: "needs role, such as button" }];
  return name.includes('"') && name.includes("'")
    ? [{ field: `${field}.name`, message: "must not have both kinds of quotes: give a text or a CSS selector" }]
    : [];
}

function checkWaitFor(field: string, { frame, ...ways }: NonNullable<Step["waitFor"]>): FieldProblem[] {
  if (Object.keys(ways).length !== 1) {
    return [{ field, message: "must have exactly one of selector, hidden, text and address" }];
  }
  const { selector, hidden, address } = ways;
  if (address !== undefined && frame !== undefined) {
    return [{ field: `${field}.frame`, message: "must not stand beside address, which is the page's" }];
  }
  return [
    ...(selector === undefined ? [] : checkSelector(`${field}.selector`, selector)),
    ...(hidden === undefined ? [] : checkSelector(`${field}.hidden`, hidden)),
  ];
}

function checkSize(steps: readonly Step[]): FieldProblem[] {
  const bytes = Buffer.byteLength(JSON.stringify(steps));
  const max = maxTextBytes.steps;
  return bytes <= max ? [] : [{ field: "steps", message: `must have at most ${max} bytes as JSON, and has ${bytes}` }];
}

/** Each picture is an output of its own name. */
function checkPictures(steps: readonly Step[]): FieldProblem[] {
  const names = steps.flatMap(({ screenshot }, index) => (screenshot === undefined ? [] : [{ screenshot, index }]));
  const many = { field: "steps", message: `must take at most ${maxStepPictures} pictures, and take ${names.length}` };
  const problems = names.flatMap(({ screenshot, index }, place) => {
    const first = names.findIndex((other) => other.screenshot === screenshot);
    const earlier = names[first]?.index;
    const message = `is the name of the picture of steps.${earlier}, too: give each its own`;
    return first === place ? [] : [{ field: `steps.${index}.screenshot`, message }];
  });
  return [...(names.length > maxStepPictures ? [many] : []), ...problems];
}

function checkScripts(steps: readonly Step[]): FieldProblem[] {
  const message = "excludes javascript: false, as it would not run";
  return steps.flatMap(({ script }, index) =>
    script === undefined ? [] : [{ field: `steps.${index}.script`, message }],
  );
}

/** Steps that only wait need time beside the loading and the capture, as a delay does. */
function checkWaits(steps: readonly Step[], timeout: number): FieldProblem[] {
  const seconds = waitMsOf(steps) / 1_000;
  if (seconds <= timeout / 2) return [];
  const message = `must wait at most half of timeout, which is ${timeout} seconds, and wait ${seconds}`;
  return [{ field: "steps", message }];
}
