import type { ApiError } from "#clients/typescript/src/index.ts";
import { refusalOf } from "../../../api/problems.ts";
import { type Body, valueAt } from "../../../format/paths.ts";

/** The share of a text in percent; 0 if it is empty. NaN for a text that is no number. */
export function shareOf(percent: string): number {
  return percent.trim() === "" ? 0 : Number(percent.replace(",", ".")) / 100;
}

/** The text of a share in percent; empty for 0. Without the digits that a product of binary fractions adds. */
export function percentOf(share: number): string {
  return share === 0 || Number.isNaN(share) ? "" : String(Number((share * 100).toPrecision(12)));
}

/** The problem of a text in percent, or null. */
function percentProblem(percent: string): string | null {
  const share = shareOf(percent);
  return share >= 0 && share <= 1 ? null : "must be a number of percent from 0 to 100, such as 0.5";
}

/**
 * Refuses in the words of the form what the API could name by its own units alone.
 * @throws ApiError with the fields.
 */
export function checkBody<Checked extends object>(body: Checked): Checked {
  const problem = problemOfBody(Object.fromEntries(Object.entries(body)));
  if (problem !== null) throw problem;
  return body;
}

/** The refusal of a body by the form itself, or null. */
export function problemOfBody(body: Body): ApiError | null {
  const fields = checks.flatMap(({ path, check }) => {
    const message = check(valueAt(body, path));
    return message === null ? [] : [{ field: path, message }];
  });
  return fields.length > 0 ? refusalOf(fields) : null;
}

const checkShare = (share: unknown): string | null =>
  typeof share === "number" ? percentProblem(String(share * 100)) : null;

const checks: readonly { path: string; check: (value: unknown) => string | null }[] = [
  {
    path: "url",
    check: (url) =>
      typeof url === "string" && !URL.canParse(url) ? "must be an address, such as example.com/pricing" : null,
  },
  { path: "changeThreshold", check: checkShare },
  { path: "monitor.changeThreshold", check: checkShare },
];
