import { writeFile } from "node:fs/promises";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { usePlans } from "#schemas/settings/plans.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { recordBatches } from "./histories/batches.ts";
import { recordCached } from "./histories/cached.ts";
import { recordCrawls } from "./histories/crawls.ts";
import { recordDiffs } from "./histories/diffs.ts";
import { recordMails } from "./histories/mails.ts";
import { recordMonitors } from "./histories/monitors.ts";
import { recordPaces } from "./histories/paces.ts";
import { recordProxies } from "./histories/proxies.ts";
import { recordRenders } from "./histories/renders.ts";
import { recordRetried } from "./histories/retried.ts";
import { recordRounds } from "./histories/rounds.ts";
import type { Scenario } from "./histories/scenario.ts";
import { recordSchedules } from "./histories/schedules.ts";
import { recordSignIns } from "./histories/signIns.ts";
import { recordSlots } from "./histories/slots.ts";
import { recordSitemaps } from "./histories/sitemaps.ts";
import { recordStorage } from "./histories/storage.ts";
import { newCaller, startPipeline } from "./pipeline.ts";
import { startReceiver } from "./receiver.ts";
import { stopServers } from "./servers.ts";
import { closeSharedBrowser } from "./sharedBrowser.ts";
import { startHeldSite } from "./stack.ts";
import { testPlans } from "./testPlans.ts";

// `npm run histories [-- KIND…]` records a history of every workflow kind and branch, or of those named, into test/histories,
// for the replay test. Record them again only when a workflow was changed on purpose and no workflow of the older code still runs.
const scenarios: Record<string, Scenario> = {
  renders: recordRenders,
  rounds: recordRounds,
  paces: recordPaces,
  slots: recordSlots,
  batches: recordBatches,
  schedules: recordSchedules,
  storage: recordStorage,
  monitors: recordMonitors,
  retried: recordRetried,
  sitemaps: recordSitemaps,
  signIns: recordSignIns,
  proxies: recordProxies,
  mails: recordMails,
  cached: recordCached,
  crawls: recordCrawls,
  diffs: recordDiffs,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(scenarios, name));
if (unknown.length > 0)
  throw new Error(`No scenario ${unknown.join(", ")}; there are ${Object.keys(scenarios).join(", ")}.`);

usePlans(testPlans);
const [site, receiver, [closedPort = 0]] = await Promise.all([startHeldSite(), startReceiver(), freePorts(1)]);
const pipeline = await startPipeline({
  allow: [site.host, receiver.host, `127.0.0.1:${closedPort}`],
  more: { WATCHFRAME_RETRY_SECONDS: "2,2,2" },
});

async function record(name: string, workflowId: string): Promise<void> {
  const history = await pipeline.temporal.workflow.getHandle(workflowId).fetchHistory();
  const file = new URL(`../histories/${name}.json`, import.meta.url);
  await writeFile(file, `${JSON.stringify(JSON.parse(historyToJSON(history), leaveOutStacks), null, 1)}\n`);
  console.log(`${name}: ${history.events?.length ?? 0} events`);
}

/** No workflow's code sees a stack, which tells of the machine that recorded it. */
function leaveOutStacks(key: string, value: unknown): unknown {
  return key === "stackTrace" ? "" : value;
}

try {
  const caller = await newCaller(pipeline.apiUrl, pipeline.database);
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await scenario({ pipeline, caller, site, receiver, closedPort, record });
  }
} finally {
  await pipeline.stop();
  await closeSharedBrowser();
  await Promise.all([site.close(), receiver.close()]);
  await stopServers();
}
