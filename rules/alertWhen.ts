import type {
  AlertMemory,
  AlertWhen,
  Condition,
  JudgedConditions,
  ShownValue,
  Trigger,
} from "#schemas/monitor/alertWhen.ts";
import type { RunFindings } from "#schemas/monitor/run.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import type { ReadValue } from "#schemas/values.ts";
import { judgeCondition, maxKeptChars, type PatternTest, referenceOf } from "./conditions.ts";

/** The memory of new or changed conditions. The first run only fills it. */
export function emptyMemory(settings: string): AlertMemory {
  return { settings, triggers: [], lastValues: {} };
}

/** The values of a run by their names. */
type Readings = Readonly<Record<string, ReadValue>>;

/** The facts that a run's conditions are judged by. `digest` shortens a long value that is only compared. */
type RunFacts = { readings: Readings; matches: PatternTest; digest: (text: string) => string };

/**
 * The conditions that alert after a run, and the memory for the next one. Call it only for runs that read the page. A trigger
 * alerts when its conditions begin to hold, and each time if one of them is about a change. A value that could not be read
 * decides nothing: it neither alerts nor arms.
 */
export function afterReadings(before: AlertMemory, alertWhen: AlertWhen, facts: RunFacts): JudgedConditions {
  const { readings } = facts;
  const steps = triggersOf(alertWhen).map((conditions, index) =>
    stepTrigger(before.triggers[index] ?? { held: null, references: [] }, conditions, facts),
  );
  const metSteps = steps.map(({ alerts, conditions }) =>
    alerts
      ? conditions.map((condition) => ({
          ...condition,
          before: lastValueOf(before, condition.value),
          after: shownOf(readings[condition.value]),
        }))
      : [],
  );
  const lastValues = { ...before.lastValues };
  for (const name of new Set(conditionsOf(alertWhen).map(({ value }) => value))) {
    const shown = shownOf(readings[name]);
    if (shown !== null) lastValues[name] = shown;
  }
  return { memory: { ...before, triggers: steps.map(({ trigger }) => trigger), lastValues }, met: metSteps };
}

/** The conditions of a monitor whose changes are those of its values: each alerts when it changes, and when it is gone. */
export function changesOf(values: readonly ValueEntry[]): AlertWhen {
  const kinds = ["changed", "disappears"] as const;
  return { any: values.flatMap(({ name }) => kinds.map((is) => ({ value: name, is }))) };
}

/** All conditions, in order. */
export function conditionsOf(alertWhen: AlertWhen): readonly Condition[] {
  return "all" in alertWhen ? alertWhen.all : alertWhen.any;
}

/** Conditions of `any` alert apart from each other, so each is a trigger of its own. */
function triggersOf(alertWhen: AlertWhen): (readonly Condition[])[] {
  return "all" in alertWhen ? [alertWhen.all] : alertWhen.any.map((condition) => [condition]);
}

/** A value may be named as what every object has, such as `constructor`. */
function lastValueOf({ lastValues }: AlertMemory, name: string): ShownValue | null {
  return (Object.hasOwn(lastValues, name) ? lastValues[name] : undefined) ?? null;
}

function shownOf(reading: ReadValue | undefined): ShownValue | null {
  if (reading === undefined || reading.value === null) return null;
  const { value, text } = reading;
  if (typeof value === "number" || typeof value === "boolean") return { value, text };
  return { value: [value].flat().join(", ").slice(0, maxKeptChars).toWellFormed(), text };
}

type TriggerStep = { trigger: Trigger; conditions: readonly Condition[]; alerts: boolean };

function stepTrigger(
  { held, references }: Trigger,
  conditions: readonly Condition[],
  { readings, matches, digest }: RunFacts,
): TriggerStep {
  const verdicts = new Set(
    conditions.map((condition, index) =>
      judgeCondition(condition, {
        reading: readings[condition.value],
        reference: references[index] ?? null,
        matches,
        digest,
      }),
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
    const value = readings[condition.value]?.value ?? null;
    return isAboutChange(condition) ? (referenceOf(value, digest) ?? reference) : null;
  });
  return { trigger: { held: holds, references: next }, conditions, alerts };
}

function isAboutChange({ is }: Condition): boolean {
  return is === "changed" || is === "changedBy";
}

/**
 * The conditions that alert after a confirming capture of the same page: those that alert in both. A trigger that alerts in
 * the second capture alone stays as the first capture left it, so that the next run can alert. Null if the owner removed the
 * conditions.
 */
export function confirmConditions(
  first: JudgedConditions | null,
  second: JudgedConditions | null,
): JudgedConditions | null {
  // After a change of the conditions, the second capture only noted the values.
  if (first === null || second === null || first.memory.settings !== second.memory.settings) return second;
  const isNew = second.met.map((conditions, index) => conditions.length > 0 && first.met[index]?.length === 0);
  const triggers = second.memory.triggers.map((trigger, index) =>
    isNew[index] === true ? (first.memory.triggers[index] ?? trigger) : trigger,
  );
  const { lastValues } = (isNew.includes(true) ? first : second).memory;
  const met = first.met.map((conditions, index) => ((second.met[index] ?? []).length > 0 ? conditions : []));
  return { memory: { ...second.memory, triggers, lastValues }, met };
}

/** Whether a run's conditions alert. */
export function hasAlert({ met }: JudgedConditions): boolean {
  return met.some((conditions) => conditions.length > 0);
}

/** Whether conditions still hold, so that their incident stays open. */
export function stillHold({ memory }: JudgedConditions): boolean {
  return memory.triggers.some(({ held }) => held === true);
}

/** The findings of a run whose conditions alone decide whether it is a change. Null for a monitor without conditions. */
export function judgeByConditions(findings: RunFindings, judged: JudgedConditions | null): RunFindings {
  if (judged === null) return findings;
  return { ...findings, changed: hasAlert(judged), belowThreshold: false, conditions: judged.met.flat() };
}
