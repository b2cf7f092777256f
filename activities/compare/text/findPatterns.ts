import { RE2JS } from "re2js";

/** A text, and the RE2 patterns to look for. A match is cut after `maxChars`. */
export type FindTask = {
  text: string;
  patterns: readonly { pattern: string; maxMatches: number }[];
  maxChars: number;
};

/** The first matches of each pattern: its first group, else all of it. `^` and `$` match at each line. */
export function findPatterns({ text, patterns, maxChars }: FindTask): string[][] {
  return patterns.map(({ pattern, maxMatches }) => {
    const matcher = RE2JS.compile(pattern, RE2JS.MULTILINE).matcher(text);
    const matches: string[] = [];
    while (matches.length < maxMatches && matcher.find()) {
      const group = matcher.groupCount() > 0 ? matcher.group(1) : null;
      matches.push((group ?? matcher.group() ?? "").slice(0, maxChars).toWellFormed());
    }
    return matches;
  });
}
