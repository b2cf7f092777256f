import type { FieldProblem } from "#schemas/common.ts";
import { ApiError } from "../../../api/client.ts";
import { describeError } from "../../../api/toasts.ts";
import type { RenderOption } from "./schema.ts";

/** The API's messages by option or part, and as one text those that no shown field has. */
export type SortedProblems = { problems: Readonly<Record<string, string>>; general: string };

/** Sorts the problems of a refused request. `prefix` is the path of the options in its body, with a point at its end. */
export function sortProblems(options: readonly RenderOption[], error: Error | null, prefix = ""): SortedProblems {
  const names = options.flatMap(({ name, parts }) => [...parts.map((part) => part.name), name]);
  const problems: Record<string, string> = {};
  const fields = error instanceof ApiError ? error.fields.map((problem) => without(prefix, problem)) : [];
  let isShown = fields.length > 0;
  for (const { field, message } of fields) {
    // A field may name an entry of an option: `cookies[0].name`. Parts come before their option.
    const name = names.find((each) => field === each || field.startsWith(`${each}.`) || field.startsWith(`${each}[`));
    if (name === undefined) isShown = false;
    else problems[name] = joined(problems[name], field === name ? message : `${field} ${message}`);
  }
  return { problems, general: error === null || isShown ? "" : describeError(error) };
}

function without(prefix: string, { field, message }: FieldProblem): FieldProblem {
  return { field: field.startsWith(prefix) ? field.slice(prefix.length) : field, message };
}

function joined(before: string | undefined, message: string): string {
  return before === undefined ? message : `${before}; ${message}`;
}
