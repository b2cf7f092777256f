import type { FieldProblem } from "#schemas/common.ts";
import { ApiError } from "../apiError.ts";

const maxDepth = 16;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);
/** Problems reported at most; a hostile body could have a million. */
const maxProblems = 50;

type Visit = { value: unknown; path: readonly string[]; depth: number };

/**
 * What no field may hold: keys that reach prototypes, NUL and lone surrogates (databases alter them silently).
 * Throws where the nesting is deep, for no schema may be held against that: a megabyte of brackets overflows the call stack.
 */
export function findUnsafe(root: unknown, rootName: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const pending: Visit[] = [{ value: root, path: [], depth: 0 }];
  for (let visit = pending.pop(); visit !== undefined && problems.length < maxProblems; visit = pending.pop()) {
    const field = visit.path.length === 0 ? rootName : visit.path.join(".");
    if (typeof visit.value === "string")
      problems.push(...textProblems(visit.value).map((message) => ({ field, message })));
    if (typeof visit.value !== "object" || visit.value === null) continue;
    if (visit.depth === maxDepth) {
      throw new ApiError("validation_failed", {
        fields: [{ field, message: `must not be nested deeper than ${maxDepth} levels` }],
      });
    }
    for (const [key, value] of Object.entries(visit.value)) {
      const path = [...visit.path, key];
      if (forbiddenKeys.has(key)) problems.push({ field: path.join("."), message: "is not an allowed name" });
      problems.push(...textProblems(key).map((message) => ({ field, message: `has a name that ${message}` })));
      if (typeof value === "object" || typeof value === "string") pending.push({ value, path, depth: visit.depth + 1 });
    }
  }
  return problems;
}

function textProblems(text: string): string[] {
  if (text.includes("\0")) return ["must not contain NUL"];
  return text.isWellFormed() ? [] : ["must be well-formed Unicode"];
}
