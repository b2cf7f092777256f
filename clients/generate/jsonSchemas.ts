import type { JsonSchema } from "#api/openapi/types.ts";

/** Whether a value inside a schema is a schema itself. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A record with each value replaced. */
export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
