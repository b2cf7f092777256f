import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { wf } from "../../api/client.ts";
import type { ScheduleFilter } from "./filter.ts";

/** The schedules with a filter, the soonest first. The contract pages this list by `offset`. */
export const schedulesQuery = (filter: ScheduleFilter) =>
  infiniteQueryOptions({
    queryKey: ["schedule", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      wf.operations.listSchedules({ ...filter, limit: 50, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { schedules }) => sum + schedules.length, 0);
      return loaded < total ? loaded : undefined;
    },
  });

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ["schedule", id],
    queryFn: ({ signal }) => wf.schedules.get(id, { signal }),
  });
