import type { Logger } from "#telemetry/logger.ts";
import type { WorkerMetrics } from "#telemetry/metrics.ts";

/** The counter and the log of refusals. */
type Sinks = { metrics: Pick<WorkerMetrics, "refused">; logger: Logger };

/**
 * Counts refusals of one kind of traffic. A name that leads to a refused address is also logged: callers see it as a name
 * without an address, so the log alone has the reason.
 */
export function noteRefusals({ metrics, logger }: Sinks, traffic: "page" | "fetch" | "storage") {
  return (reason: string, name: string | null = null): void => {
    metrics.refused(traffic, reason);
    if (name !== null) logger.info({ host: name, reason }, `a name of a ${traffic} leads to a refused address`);
  };
}
