import { RE2JS, RE2JSException } from "re2js";
import type { FieldProblem } from "#schemas/common.ts";
import type { TextRules } from "#schemas/options/page.ts";

/** Maximum characters of an engine's message that an error repeats. */
const maxReasonChars = 200;

/** The problems of patterns that RE2 does not accept. */
export function checkPatterns(field: string, patterns: readonly string[]): FieldProblem[] {
  return patterns.flatMap((pattern, index) => checkPattern(`${field}.${index}`, pattern));
}

/** The problems of rules of a page's text. */
export function checkTextRules(field: string, { present = [], absent = [] }: TextRules = {}): FieldProblem[] {
  return [...checkPatterns(`${field}.present`, present), ...checkPatterns(`${field}.absent`, absent)];
}

/** The problem of a pattern that RE2 does not accept. */
export function checkPattern(field: string, pattern: string): FieldProblem[] {
  try {
    RE2JS.compile(pattern, RE2JS.MULTILINE);
    return [];
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message
      .replace("error parsing regexp: ", "")
      .replaceAll("`(?m)", "`")
      .slice(0, maxReasonChars);
    const message = `is no RE2 pattern: ${reason}. Put a backslash before signs that stand for themselves; lookaround and backreferences do not exist`;
    return [{ field, message }];
  }
}
