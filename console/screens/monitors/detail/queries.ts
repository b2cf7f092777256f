import { queryOptions } from "@tanstack/react-query";
import { wf } from "../../../api/client.ts";

/** The last incidents of a monitor, newest first. */
export const incidentsQuery = (monitorId: string) =>
  queryOptions({
    queryKey: ["monitor", monitorId, "incidents"],
    queryFn: ({ signal }) => wf.monitors.incidents(monitorId, { signal }),
  });

/** The last baselines of a monitor, newest first. */
export const baselinesQuery = (monitorId: string) =>
  queryOptions({
    queryKey: ["monitor", monitorId, "baselines"],
    queryFn: ({ signal }) => wf.monitors.baselines(monitorId, { signal }),
  });
