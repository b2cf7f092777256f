import { queryOptions } from "@tanstack/react-query";
import type { ListQuery, Operations } from "#clients/typescript/src/index.ts";
import type { PageChange } from "#schemas/monitor/pageChange.ts";
import { wf } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";

/** Changes by their state, the newest first. */
export const changesQuery = (filter: ListQuery<Operations["listChanges"]>) =>
  pagedQuery(["change", "list"], { limit: 100, ...filter }, (query, call) => wf.operations.listChanges(query, call));

/** The newest change that nobody has seen, and how many there are. */
export const waitingQuery = queryOptions({
  queryKey: ["change", "waiting"],
  queryFn: ({ signal }) => wf.operations.listChanges({ state: "unseen", limit: 1 }, { signal }),
});

/** The change that a run found. A run without a change of its own has none. */
export const changeOfRunQuery = (monitorId: string, runId: string) =>
  queryOptions({
    queryKey: ["change", monitorId, runId],
    queryFn: async ({ signal }): Promise<PageChange | null> => {
      const { changes } = await wf.operations.listChanges({ monitorId, limit: 200 }, { signal });
      return changes.find((change) => change.id === runId) ?? null;
    },
  });
