import type { PageChangeRecord } from "#schemas/monitor/pageChange.ts";
import { signRunOutputUrl } from "#vault/signatures.ts";
import type { Links } from "../ports.ts";

/** The signed address of the changed part before and after. */
export function pairUrl(links: Links, { _id: runId, monitorId }: Pick<PageChangeRecord, "_id" | "monitorId">): string {
  return signRunOutputUrl(links, { monitorId, runId, name: "pair", now: links.now() }).url;
}
