import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { UsageReply } from "#schemas/account.ts";
import type { Job, JobList, StatusReply } from "#schemas/job.ts";
import type { Monitor, MonitorList, MonitorReply } from "#schemas/monitor/monitor.ts";
import type { MonitorRun, RunList, RunReply } from "#schemas/monitor/run.ts";
import type { RecipientList } from "#schemas/recipient.ts";
import { api, type Query } from "./client.ts";

/**
 * The queries that several screens share. The first part of each key is the kind of resource, as `/events` names it:
 * `liveUpdates.ts` refetches by it. A screen keeps the queries that only it uses.
 */

/** Milliseconds between polls of a job that runs. `/events` normally brings the change earlier. */
const activePollMs = 2_000;

type Paged = { nextCursor: string | null };

/** Options of a list that loads page after page by the API's cursors. */
export function pagedQuery<Page extends Paged>(key: readonly unknown[], path: string, query: Query = {}) {
  return infiniteQueryOptions({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) => api.get<Page>(path, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: "",
    getNextPageParam: (page: Page) => page.nextCursor ?? undefined,
  });
}

export const monitorsQuery = (filter: Query = {}) =>
  pagedQuery<Static<typeof MonitorList>>(["monitor", "list"], "/render/monitors", { limit: 100, ...filter });

export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: ["monitor", id],
    queryFn: async ({ signal }): Promise<Monitor> =>
      (await api.get<Static<typeof MonitorReply>>(`/render/monitors/${id}`, { signal })).monitor,
  });

export const runsQuery = (monitorId: string, filter: Query = {}) =>
  pagedQuery<Static<typeof RunList>>(["run", monitorId, "list"], `/render/monitors/${monitorId}/runs`, filter);

export const runQuery = (monitorId: string, runId: string) =>
  queryOptions({
    queryKey: ["run", monitorId, runId],
    queryFn: async ({ signal }): Promise<MonitorRun> =>
      (await api.get<Static<typeof RunReply>>(`/render/monitors/${monitorId}/runs/${runId}`, { signal })).run,
  });

export const jobsQuery = (filter: Query = {}) => pagedQuery<Static<typeof JobList>>(["job", "list"], "/jobs", filter);

/** One job. It polls until the job has ended. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ["job", id],
    queryFn: async ({ signal }): Promise<Job> =>
      (await api.get<Static<typeof StatusReply>>(`/status/${id}`, { signal })).job,
    refetchInterval: ({ state }) => (state.data?.completedAt === null ? activePollMs : false),
  });

/** The API gives all recipients as one page. */
export const recipientsQuery = pagedQuery<Static<typeof RecipientList>>(
  ["recipient", "list"],
  "/render/monitor-recipients",
);

export const usageQuery = queryOptions({
  queryKey: ["usage"],
  queryFn: ({ signal }) => api.get<Static<typeof UsageReply>>("/usage", { signal }),
});
