import type { Batch } from "#schemas/batch.ts";
import { Badge } from "../../ui/badges/Badge.tsx";
import { isRunning } from "./queries.ts";

/** The state of a batch in one or two words. */
export function BatchBadge({ batch }: { batch: Batch }) {
  if (batch.status === "queued") return <Badge>Waiting</Badge>;
  if (isRunning(batch)) return <Badge tone="active">Running</Badge>;
  if (batch.status === "cancelled") return <Badge>Cancelled</Badge>;
  return batch.counts.failed > 0 ? <Badge tone="failed">Done, with failures</Badge> : <Badge tone="good">Done</Badge>;
}
