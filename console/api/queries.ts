import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CallOptions, ListQuery, Operations } from "#clients/typescript/src/index.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { wf } from "./client.ts";

/**
 * The queries that several screens share. The first part of each key is the kind of resource, as `/events` names it:
 * `liveUpdates.ts` refetches by it. A screen keeps the queries that only it uses.
 */

/** Milliseconds between polls of a job that runs. `/events` normally brings the change earlier. */
const activePollMs = 2_000;

type Paged = { nextCursor: string | null };

/** Reads one page of a list. */
type ReadPage<Query, Page> = (query: Query & { cursor?: string }, options: CallOptions) => Promise<Page>;

/** Options of a list that loads page after page by the API's cursors. */
export function pagedQuery<Query extends object, Page extends Paged>(
  key: readonly unknown[],
  query: Query,
  read: ReadPage<Query, Page>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) => read({ ...query, ...(pageParam !== "" && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page: Page) => page.nextCursor ?? undefined,
  });
}

export const monitorsQuery = (filter: ListQuery<Operations["listMonitors"]> = {}) =>
  pagedQuery(["monitor", "list"], { limit: 100, ...filter }, (query, call) => wf.operations.listMonitors(query, call));

/** Minimum milliseconds between two readings of a whole list because of changes. */
const wholeListMs = 30_000;

/** Every monitor, page after page. Changes of the account make it stale, and it is read again later. */
export const allMonitorsQuery = queryOptions({
  queryKey: ["monitor", "all"],
  queryFn: async ({ signal }): Promise<Monitor[]> => {
    const monitors: Monitor[] = [];
    for await (const monitor of wf.monitors.list({ limit: 100 }, { signal })) monitors.push(monitor);
    return monitors;
  },
  meta: { isWhole: true },
  refetchInterval: ({ state }) => (state.isInvalidated ? wholeListMs : false),
});

export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: ["monitor", id],
    queryFn: ({ signal }) => wf.monitors.get(id, { signal }),
  });

export const runsQuery = (monitorId: string, filter: { limit?: number } = {}) =>
  pagedQuery(["run", monitorId, "list"], filter, (query, call) =>
    wf.operations.listMonitorRuns(monitorId, query, call),
  );

export const runQuery = (monitorId: string, runId: string) =>
  queryOptions({
    queryKey: ["run", monitorId, runId],
    queryFn: ({ signal }) => wf.monitors.getRun(monitorId, runId, { signal }),
  });

export const jobsQuery = (filter: ListQuery<Operations["listJobs"]> = {}) =>
  pagedQuery(["job", "list"], filter, (query, call) => wf.operations.listJobs(query, call));

/** One job. It polls until the job has ended. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ["job", id],
    queryFn: ({ signal }) => wf.jobs.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.completedAt === null ? activePollMs : false),
  });

/** The API gives all recipients as one page. */
export const recipientsQuery = pagedQuery(["recipient", "list"], {}, (_query, call) =>
  wf.operations.listRecipients(call),
);

export const alertTargetsQuery = queryOptions({
  queryKey: ["alertTarget", "list"],
  queryFn: ({ signal }) => wf.alertTargets.list({ signal }),
});

/** Defaults of the account and of its tags. */
export const monitorDefaultsQuery = queryOptions({
  queryKey: ["monitorDefaults", "list"],
  queryFn: ({ signal }) => wf.monitorDefaults.list({ signal }),
});

export const usageQuery = queryOptions({
  queryKey: ["usage"],
  queryFn: ({ signal }) => wf.usage({ signal }),
});
