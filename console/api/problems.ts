import { ApiError } from "./client.ts";

/** The API's message about a field of a form, or about an entry of its list. Undefined without one. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`))?.message;
}
