import { queryOptions } from "@tanstack/react-query";
import type { Batch } from "#schemas/batch.ts";
import { wf } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";

/** Milliseconds between polls of a batch that runs. `/events` normally brings the change earlier. */
const activePollMs = 2_000;

export const batchesQuery = pagedQuery(["batch", "list"], { limit: 50 }, (query, call) =>
  wf.operations.listBatches(query, call),
);

/** One batch. It polls until all pages have ended. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ["batch", id],
    queryFn: ({ signal }) =>
      // The screen takes the pages from the list of jobs, which tells whether they have a picture.
      wf.batches.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isRunning(data) ? activePollMs : false),
  });

/** Whether pages still run or wait. A retry reopens pages of a batch that has ended. */
export function isRunning({ counts }: Batch): boolean {
  return counts.queued + counts.in_progress > 0;
}

/** The number of pages that have ended. */
export function endedPages({ counts }: Batch): number {
  return counts.completed + counts.failed + counts.cancelled;
}
