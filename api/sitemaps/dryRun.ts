import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { SitemapRecord, SitemapSpec, SyncPlan } from "#schemas/monitor/sitemap.ts";
import type { SitemapSyncInput } from "#orders/inputs.ts";
import { workflowIds } from "#orders/messages.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { withCallSlot } from "../http/callSlot.ts";
import type { ApiPorts } from "../ports.ts";
import { presentPlan } from "./present.ts";

/** Milliseconds a caller waits for a plan. The worker gives up reading the sitemap before. */
const maxWaitMs = 40_000;

/** The dry run of a sitemap that does not exist yet. `id` is the id for which its address is sealed. */
export function planNewSitemap(
  ports: ApiPorts,
  { id, caller, spec }: { id: string; caller: Caller; spec: SitemapSpec },
  signal: AbortSignal,
): Promise<SyncPlan> {
  const { accountId } = caller;
  const { url, host, includePaths, excludePaths, maxMonitors, template } = spec;
  const { intervalMinutes } = template;
  const { proxy }: MonitorCapture = JSON.parse(template.capture);
  const bounds = { includePaths, excludePaths, maxMonitors, intervalMinutes };
  const sitemap = { sealedFor: id, url, ...bounds, ...(proxy !== undefined && { proxy }) };
  const input = { syncId: id, accountId, host, sitemap, dryRun: true, manyGone: false };
  return withCallSlot(ports, { caller, ms: maxWaitMs }, () => plan(ports, input, signal));
}

/** The dry run of a sitemap's next sync. */
export function planNextSync(
  ports: ApiPorts,
  { syncId, caller, record }: { syncId: string; caller: Caller; record: SitemapRecord },
  signal: AbortSignal,
): Promise<SyncPlan> {
  const { _id: id, accountId, spec, state } = record;
  const manyGone = state.lastSync?.error === "many_pages_gone";
  const input = { syncId, accountId, host: spec.host, sitemap: { id }, dryRun: true, manyGone };
  return withCallSlot(ports, { caller, ms: maxWaitMs }, () => plan(ports, input, signal));
}

/**
 * Has a worker read the sitemap, as the API requests nothing from sites. The plan is removed once it was read.
 * @throws ApiError `unavailable` if Temporal is, or `timeout`.
 */
async function plan(ports: ApiPorts, input: SitemapSyncInput, signal: AbortSignal): Promise<SyncPlan> {
  const { orchestrator, database, log } = ports;
  const { syncId, accountId } = input;
  await orchestrator.start({ type: "sitemapSync", input }).catch((err: unknown) => {
    log.warn({ err, accountId, syncId }, "starting a dry run failed");
    throw new ApiError("unavailable", { retryAfter: 5 });
  });
  await orchestrator.wait(workflowIds.sitemapSync(syncId), maxWaitMs, signal);
  const found = await database.sitemapSyncs.findOneAndDelete({ _id: syncId });
  if (found !== null) return presentPlan(found);
  throw new ApiError("timeout", { message: "The sitemap was not read in time; try again later." });
}
