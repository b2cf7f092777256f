import { ApiError } from "#clients/typescript/src/index.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { deepestAt } from "../format/paths.ts";

/** The API's message about a field of a form, or about an entry of its list. Undefined without one. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.fields.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`));
  return found === undefined ? undefined : inWords(found.message);
}

/** A message without the code that some begin with: `target_forbidden: `. */
export function inWords(message: string): string {
  return message.replace(/^[a-z]+_[a-z_]+: /, "");
}

/** The error with the fields of one part of the body, named as in the part. */
export function errorWithin(error: Error | null, part: string): Error | null {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.flatMap(({ field, message }) =>
    field.startsWith(`${part}.`) ? [{ field: field.slice(part.length + 1), message }] : [],
  );
  return withFields(error, fields);
}

/** A refusal before the API is asked. */
export function refusalOf(fields: readonly FieldProblem[]): ApiError {
  const refusal = { status: 400, code: "validation_failed", type: "", retryable: false } as const;
  return new ApiError("The form has fields to correct.", { ...refusal, retryAfterMs: null, requestId: null, fields });
}

/**
 * The rest of an error while a person corrects the form: problems of fields that differ from the `sent` body are gone.
 * Null if none is left.
 */
export function remainingError(error: Error | null, sent: unknown, body: unknown): Error | null {
  if (error === null) return null;
  if (!(error instanceof ApiError) || error.fields.length === 0) return isSame(sent, body) ? error : null;
  return keepFields(error, ({ field }) => isSame(deepestAt(sent, field), deepestAt(body, field)));
}

/** The error with the fields that `isKept` keeps. Null if it had fields, and none is left. */
export function keepFields(error: Error | null, isKept: (problem: FieldProblem) => boolean): Error | null {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error;
  const fields = error.fields.filter(isKept);
  return fields.length === 0 ? null : withFields(error, fields);
}

function withFields(error: ApiError, fields: readonly FieldProblem[]): ApiError {
  const { status, code, type, retryable, retryAfterMs, requestId } = error;
  return new ApiError(error.message, { status, code, type, retryable, retryAfterMs, requestId, fields });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
