import { InvalidArgumentError } from "@commander-js/extra-typings";
import type { MonitorRequest } from "../../typescript/src/index.ts";
import { isRecord } from "./profiles.ts";

type Conditions = NonNullable<MonitorRequest["alertWhen"]>;

/** A parser of whole numbers for options. */
export function toWhole(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(
      max === Number.MAX_SAFE_INTEGER
        ? `It must be a whole number from ${min} on.`
        : `It must be a whole number from ${min} to ${max}.`,
    );
  };
}

/** A parser of shares for options: numbers from 0 to 1, or percentages. */
export function toShare(text: string): number {
  const isPercent = text.trimEnd().endsWith("%");
  const number = isPercent ? text.replace("%", "") : text;
  const value = Number(number) / (isPercent ? 100 : 1);
  if (number.trim() !== "" && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError("It must be a share from 0 to 1, or a percentage: 0.05 is 5%.");
}

/** Collects the values of an option that may be given several times. */
export function collect(text: string, earlier: string[] = []): string[] {
  return [...earlier, text];
}

/** Collects the objects of an option that may be given several times. */
export function collectJson(text: string, earlier: readonly unknown[] = []): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return [...earlier, value];
  } catch {
    throw new InvalidArgumentError("It must be an object in JSON.");
  }
}

/** A parser of conditions in JSON, or `none`. The API checks them. */
export function toConditions(text: string): Conditions | "none" {
  if (text === "none") return text;
  const problem = "It must be an object in JSON with any or all, or none.";
  try {
    const conditions: Conditions = JSON.parse(text);
    if (isRecord(conditions)) return conditions;
  } catch {
    throw new InvalidArgumentError(problem);
  }
  throw new InvalidArgumentError(problem);
}

/** A parser of hours such as 22:00-07:00, or `none`. */
export function toHours(text: string): { from: string; to: string } | "none" {
  if (text === "none") return text;
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  throw new InvalidArgumentError("It must be two times, such as 22:00-07:00, or none.");
}
