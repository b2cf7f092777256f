import { ApiError } from "./client.ts";

/** The API's message about a field of a form, or about an entry of its list. Undefined without one. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`))?.message;
}

/** The error with the fields of one part of the body, named as in the part. */
export function errorWithin(error: Error | null, part: string): Error | null {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.flatMap(({ field, message }) =>
    field.startsWith(`${part}.`) ? [{ field: field.slice(part.length + 1), message }] : [],
  );
  const { status, code, type, retryable, retryAfterMs, requestId } = error;
  return new ApiError(error.message, { status, code, type, retryable, retryAfterMs, requestId, fields });
}
