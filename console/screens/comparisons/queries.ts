import { queryOptions } from "@tanstack/react-query";
import type { ListQuery, Operations } from "#clients/typescript/src/index.ts";
import { wf } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";

/** Milliseconds between polls of a comparison that runs. `/events` normally brings the change earlier. */
const activePollMs = 2_000;

export const comparisonsQuery = (filter: ListQuery<Operations["listDiffs"]>) =>
  pagedQuery(["diff", "list"], { limit: 50, ...filter }, (query, call) => wf.operations.listDiffs(query, call));

/** One comparison. It polls until the comparison has ended. */
export const comparisonQuery = (id: string) =>
  queryOptions({
    queryKey: ["diff", id],
    queryFn: ({ signal }) => wf.comparisons.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.completedAt === null ? activePollMs : false),
  });
