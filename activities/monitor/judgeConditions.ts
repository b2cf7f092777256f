import { createHash } from "node:crypto";
import type { AlertMemory, JudgedConditions } from "#schemas/monitor/alertWhen.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import type { ReadValues } from "#schemas/values.ts";
import { afterReadings, changesOf, conditionsOf, emptyMemory } from "#rules/alertWhen.ts";
import { searchedText } from "#rules/conditions.ts";
import { searchText } from "../compare/text/searchText.ts";
import type { RunOptions } from "../processPool.ts";

type JudgedRun = {
  memory: AlertMemory | null;
  changeOn: MonitorCapture["changeOn"];
  /** The places of the values, as the monitor's capture has them. */
  values: readonly ValueEntry[];
  readings: ReadValues;
  search: RunOptions;
};

/**
 * The monitor's conditions after a capture that read these values: those of `alertWhen`, else each change with
 * `changeOn: values`. Null without conditions. A change of the address, of the
 * conditions or of a value's place ends the memory, as it is about other values.
 */
export async function judgeConditions(
  { spec, captureRev }: Pick<MonitorRecord, "spec" | "captureRev">,
  { memory, changeOn, values, readings, search }: JudgedRun,
): Promise<JudgedConditions | null> {
  const alertWhen = spec.alertWhen ?? (changeOn === "values" ? changesOf(values) : null);
  if (alertWhen === null) return null;
  const settings = digest(JSON.stringify([captureRev, alertWhen, values]));
  const before = memory?.settings === settings ? memory : emptyMemory(settings);
  const matchesByKey = new Map<string, boolean | null>();
  for (const { is, value, than } of conditionsOf(alertWhen)) {
    if (is !== "matches" || typeof than !== "string") continue;
    const text = searchedText(readings[value]?.value ?? null);
    if (text === null) continue;
    const matches = await searchText({ text, patterns: [{ pattern: than, maxMatches: 1 }], maxChars: 1 }, search);
    matchesByKey.set(keyOf(text, than), matches === null ? null : (matches[0] ?? []).length > 0);
  }
  const matches = (text: string, pattern: string) => matchesByKey.get(keyOf(text, pattern)) ?? null;
  return afterReadings(before, alertWhen, { readings, matches, digest });
}

function keyOf(text: string, pattern: string): string {
  return JSON.stringify([text, pattern]);
}

function digest(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("base64url")}`;
}
