import { RE2JS } from "re2js";

/** A text, and the RE2 patterns to look for. */
export type FindTask = { text: string; patterns: readonly string[] };

/** Whether a text has each pattern, in their order. `^` and `$` match at each line. */
export function findPatterns({ text, patterns }: FindTask): boolean[] {
  return patterns.map((pattern) => RE2JS.compile(pattern, RE2JS.MULTILINE).matcher(text).find());
}
