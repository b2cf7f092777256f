import { keysOf } from "#schemas/common.ts";
import { FailedRequestLimits } from "#schemas/options/requests.ts";
import { RenderFailure } from "../failures.ts";
import type { PageContents } from "../ports.ts";

/**
 * Refuses a page of which too many requests failed.
 * @throws RenderFailure `page_requests` with the counts as evidence.
 */
export function refuseRequests(
  failed: PageContents["failedRequests"] = {},
  limits: FailedRequestLimits | undefined = {},
): void {
  const all = Object.values(failed).reduce((sum, count) => sum + count, 0);
  const counts = { ...failed, any: all };
  const evidence = keysOf(FailedRequestLimits.properties).flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count < (limits[kind] ?? Infinity)
      ? []
      : [`failed requests: ${count} ${kind === "any" ? "in all" : `of kind ${kind}`}`];
  });
  if (evidence.length > 0) throw new RenderFailure("page_requests", `Signs: ${evidence.join("; ")}.`, { evidence });
}
