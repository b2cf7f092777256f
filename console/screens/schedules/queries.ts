import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { Schedule, ScheduleList, ScheduleReply } from "#schemas/schedule.ts";
import { api, type Query } from "../../api/client.ts";

/** The schedules with a filter, the soonest first. The contract pages this list by `offset`. */
export const schedulesQuery = (filter: Query) =>
  infiniteQueryOptions({
    queryKey: ["schedule", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<Static<typeof ScheduleList>>("/render/scheduled", {
        query: { ...filter, limit: 50, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { schedules }) => sum + schedules.length, 0);
      return loaded < total ? loaded : undefined;
    },
  });

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ["schedule", id],
    queryFn: ({ signal }): Promise<Schedule> =>
      api.get<Static<typeof ScheduleReply>>(`/render/scheduled/${id}`, { signal }),
  });
