import { isRecord } from "../profiles.ts";

/** Fields of a JSON or YAML value; none of another value. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** The texts of a list, or of one text. */
export function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === "string" && item.trim() !== "");
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text or number as text; empty for other values. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A value by its first name that has one. */
export function firstOf(record: Record<string, unknown>, names: readonly string[]): unknown {
  return names.map((name) => record[name]).find((value) => value !== undefined && value !== null);
}

/** Header names and values, without values that are no text. */
export function headersOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(recordOf(value)).flatMap(([name, text]) =>
      typeof text === "string" || typeof text === "number" ? [[name, String(text)]] : [],
    ),
  );
}

/** The sentences of the fields that are set. Empty lists, empty texts, null and false are not set. */
export function warningsFor(record: Record<string, unknown>, sentences: Readonly<Record<string, string>>): string[] {
  return Object.entries(sentences).flatMap(([name, sentence]) => (isSet(record[name]) ? [`${name}: ${sentence}`] : []));
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
