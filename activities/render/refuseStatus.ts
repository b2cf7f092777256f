import type { CapturedPage } from "../ports.ts";
import { RenderFailure } from "../failures.ts";

/**
 * Refuses a page whose status counts as a failure. A page without a status passes.
 * @throws RenderFailure `page_status`, which names the status and adds `hint`.
 */
export function refuseStatus(
  { statusCode }: Pick<CapturedPage["page"], "statusCode">,
  isFailure: (status: number) => boolean,
  hint = "",
): void {
  if (statusCode === null || !isFailure(statusCode)) return;
  throw new RenderFailure("page_status", `It has status ${statusCode}.${hint}`);
}
