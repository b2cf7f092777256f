import type { JobRecord } from "#schemas/job.ts";

/** Headers of every operation that costs credits. */
export const creditHeaderNames = ["X-Credits-Charged", "X-Credits-Refunded", "X-Credits-Remaining"] as const;

/** What an operation cost, and what is left of the plan in this period. */
export function creditHeaders(
  { credits }: Pick<JobRecord, "credits">,
  remaining: number | null,
): Record<(typeof creditHeaderNames)[number], string> {
  return {
    "X-Credits-Charged": String(credits.charged),
    "X-Credits-Refunded": String(credits.refunded),
    "X-Credits-Remaining": remaining === null ? "unlimited" : String(remaining),
  };
}
