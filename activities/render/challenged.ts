import type { PageInfo } from "#schemas/outputs.ts";
import { RenderFailure } from "../failures.ts";
import type { CapturedPage } from "../ports.ts";

/**
 * Refuses a challenge or a block page.
 * @throws RenderFailure `page_blocked` with the signs as evidence.
 */
export function refuseChallenge({ contents: { challenge } }: Pick<CapturedPage, "contents">): void {
  if (challenge === null) return;
  const { vendor, evidence } = challenge;
  throw new RenderFailure("page_blocked", `It is of ${vendor}.`, { evidence });
}

/** The page of a render, with a warning if it is a challenge. Its picture may be what the caller wants to see. */
export function warnOfChallenge({ page, contents: { challenge } }: Pick<CapturedPage, "page" | "contents">): PageInfo {
  if (challenge === null) return page;
  const { vendor, evidence } = challenge;
  const message = `shows a challenge or a block page of ${vendor} (${evidence.join("; ")})`;
  return { ...page, warnings: [...(page.warnings ?? []), { field: "url", message }] };
}
