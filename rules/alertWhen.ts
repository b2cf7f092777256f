import type { AlertWhen, Condition } from "#schemas/monitor/alertWhen.ts";
import type { ReadValue, Value } from "#schemas/values.ts";
import { judgeCondition, type PatternTest } from "./conditions.ts";

/**
 * A trigger between two runs. `held` says whether its conditions held when that was last certain; null before that.
 * `references` are the values that its conditions compare with.
 */
type Trigger = { held: boolean | null; references: (Value | null)[] };

/** The memory of a monitor's conditions between two runs. `lastValues` has each value's last readable one. */
type AlertMemory = { triggers: Trigger[]; lastValues: Readonly<Record<string, Value>> };

/** The memory of new or changed conditions. The first run only fills it. */
export const emptyMemory: AlertMemory = { triggers: [], lastValues: {} };

/** A condition that alerts, with its value before and after. */
type MetCondition = { condition: Condition; before: Value | null; after: Value | null };

/** The values of a run by their names. */
type Readings = Readonly<Record<string, ReadValue>>;

/**
 * The conditions that alert after a run, and the memory for the next one. Call it only for runs that read the page. A trigger
 * alerts when its conditions begin to hold, and each time if one of them is about a change. A value that could not be read
 * decides nothing: it neither alerts nor arms.
 */
export function afterReadings(
  before: AlertMemory,
  alertWhen: AlertWhen,
  { readings, matches }: { readings: Readings; matches: PatternTest },
): { memory: AlertMemory; met: MetCondition[] } {
  const steps = triggersOf(alertWhen).map((conditions, index) =>
    stepTrigger(before.triggers[index] ?? { held: null, references: [] }, conditions, { readings, matches }),
  );
  const met = steps.flatMap(({ alerts, conditions }) =>
    alerts
      ? conditions.map((condition) => ({
          condition,
          before: before.lastValues[condition.value] ?? null,
          after: readings[condition.value]?.value ?? null,
        }))
      : [],
  );
  const lastValues = { ...before.lastValues };
  for (const [name, { value }] of Object.entries(readings)) if (value !== null) lastValues[name] = value;
  return { memory: { triggers: steps.map(({ trigger }) => trigger), lastValues }, met };
}

/** Conditions of `any` alert apart from each other, so each is a trigger of its own. */
function triggersOf(alertWhen: AlertWhen): (readonly Condition[])[] {
  return "all" in alertWhen ? [alertWhen.all] : alertWhen.any.map((condition) => [condition]);
}

type TriggerStep = { trigger: Trigger; conditions: readonly Condition[]; alerts: boolean };

function stepTrigger(
  { held, references }: Trigger,
  conditions: readonly Condition[],
  { readings, matches }: { readings: Readings; matches: PatternTest },
): TriggerStep {
  const verdicts = new Set(
    conditions.map((condition, index) =>
      judgeCondition(condition, { reading: readings[condition.value], reference: references[index] ?? null, matches }),
    ),
  );
  // One condition that certainly fails decides, whatever the others are.
  const holds = verdicts.has(false) ? false : verdicts.has(null) ? null : true;
  if (holds === null) return { trigger: { held, references }, conditions, alerts: false };
  const alerts = holds && (held === false || conditions.some(isAboutChange));
  const next = conditions.map((condition, index) => {
    const reference = references[index] ?? null;
    // A slow drift adds up until it was told.
    if (condition.is === "changedBy" && !alerts && reference !== null) return reference;
    return isAboutChange(condition) ? (readings[condition.value]?.value ?? reference) : null;
  });
  return { trigger: { held: holds, references: next }, conditions, alerts };
}

function isAboutChange({ is }: Condition): boolean {
  return is === "changed" || is === "changedBy";
}
