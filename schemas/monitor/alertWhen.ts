import { type Static, Type } from "typebox";
import { formsKeyword, labelKeyword, literals, nullable } from "../common.ts";
import { maxShownChars, type Value } from "../values.ts";

/** Maximum conditions of a monitor. */
const maxConditions = 20;
/** Maximum characters of the conditions as JSON. Each run that alerts keeps those that did. */
export const maxAlertWhenChars = 16_384;
/** Maximum entries of `than` for `in`. */
const maxChoices = 50;

/** Kinds of conditions. */
const conditionKinds = [
  "below",
  "above",
  "equals",
  "in",
  "changed",
  "changedBy",
  "contains",
  "matches",
  "appears",
  "disappears",
] as const;
export type ConditionKind = (typeof conditionKinds)[number];

const Word = Type.String({ minLength: 1, maxLength: 512 });

/** A condition of one value. `checkAlertWhen` decides whether `than` fits. */
export const Condition = Type.Object(
  {
    value: Type.String({ [labelKeyword]: "Value", description: "The name of a value of `capture.values`." }),
    is: literals(conditionKinds, {
      label: "Condition",
      description:
        "`below` and `above` compare a number, `equals` and `in` any value but a list. `changed` is any change, `changedBy` one by at least `than` since the last message. `contains` ignores case and `matches` takes an RE2 pattern; both search a text or a list. `appears` and `disappears` are about whether the page has the value.",
    }),
    than: Type.Optional(
      Type.Union(
        [
          Type.Number(),
          Type.Boolean(),
          Word,
          Type.Array(Type.Union([Type.Number(), Word]), { minItems: 1, maxItems: maxChoices }),
        ],
        {
          [labelKeyword]: "Than",
          description:
            'The other side of the comparison. `changedBy` takes a number, or a share such as "10%"; `in` takes a list. `changed`, `appears` and `disappears` have none.',
        },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Condition = Static<typeof Condition>;

/** Conditions that alert together (`all`), or each alone (`any`). */
export type AlertWhen = { all: Condition[] } | { any: Condition[] };

const Conditions = (description: string) =>
  Type.Optional(Type.Array(Condition, { minItems: 1, maxItems: maxConditions, description }));

/** One flat object, so that a problem names one field. `checkAlertWhen` requires exactly one of the two forms. */
export const AlertWhen = Type.Unsafe<AlertWhen>(
  Type.Object(
    {
      any: Conditions("Each condition alerts by itself."),
      all: Conditions("The conditions alert once all of them hold."),
    },
    {
      additionalProperties: false,
      description: `Either \`any\` or \`all\`. At most ${maxAlertWhenChars.toLocaleString("en")} characters as JSON.`,
      [formsKeyword]: [["any"], ["all"]],
    },
  ),
);

/** A value as messages show it. */
export const ShownValue = Type.Object(
  {
    value: nullable(
      Type.Union([Type.Number(), Type.Boolean(), Type.String()]),
      `A number, whether it is there, or the text, at most ${maxShownChars} characters. Null if there is none.`,
    ),
    text: nullable(Type.String(), "The words on the page."),
  },
  { additionalProperties: false },
);
export type ShownValue = Static<typeof ShownValue>;

/** A condition that alerted, with its value before and after. */
export const MetCondition = Type.Object(
  {
    ...Condition.properties,
    before: nullable(ShownValue, "The last value that could be read before; null if there was none."),
    after: nullable(ShownValue, "The value of this run; null if the page has none."),
  },
  { additionalProperties: false },
);
export type MetCondition = Static<typeof MetCondition>;

/**
 * A trigger between two runs. `held` says whether its conditions held when that was last certain; null before that.
 * `references` are the values that changes start from; a long one is its digest.
 */
export type Trigger = { held: boolean | null; references: (Value | null)[] };

/**
 * The memory of a monitor's conditions between two runs. `settings` is the digest of the settings that it belongs to.
 * `lastValues` has each value's last readable one.
 */
export type AlertMemory = {
  settings: string;
  triggers: Trigger[];
  lastValues: Readonly<Record<string, ShownValue>>;
};

/** The conditions after a capture. `met` has the conditions of each trigger that alerts; none for others. */
export type JudgedConditions = { memory: AlertMemory; met: MetCondition[][] };
