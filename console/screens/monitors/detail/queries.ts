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

/** Maximum runs in the charts of values. */
const maxRunsWithValues = 500;

/** The values of a monitor's last runs, newest first. */
export const valuesQuery = (monitorId: string) =>
  queryOptions({
    queryKey: ["monitor", monitorId, "values"],
    queryFn: ({ signal }) => wf.operations.listMonitorValues(monitorId, { limit: maxRunsWithValues }, { signal }),
  });
