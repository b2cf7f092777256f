import { queryOptions } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { BaselineList, IncidentList } from "#schemas/monitor/history.ts";
import { api } from "../../../api/client.ts";

/** The last incidents of a monitor, newest first. */
export const incidentsQuery = (monitorId: string) =>
  queryOptions({
    queryKey: ["monitor", monitorId, "incidents"],
    queryFn: async ({ signal }) =>
      (await api.get<Static<typeof IncidentList>>(`/render/monitors/${monitorId}/incidents`, { signal })).incidents,
  });

/** The last baselines of a monitor, newest first. */
export const baselinesQuery = (monitorId: string) =>
  queryOptions({
    queryKey: ["monitor", monitorId, "baselines"],
    queryFn: async ({ signal }) =>
      (await api.get<Static<typeof BaselineList>>(`/render/monitors/${monitorId}/baselines`, { signal })).baselines,
  });
