import type { Client } from "@temporalio/client";
import { createComparer } from "#activities/compare/comparer.ts";
import { createHttpCapture } from "#activities/http/captureByHttp.ts";
import { createMailer } from "#activities/notify/mailer/mailer.ts";
import type { ActivityPorts, CapturePort, OutputSigner } from "#activities/ports.ts";
import { createCallerStorage } from "#activities/store/callerStorage.ts";
import { createCaptureSlots } from "#activities/throttle/captureSlots.ts";
import { createNavigationGate } from "#activities/throttle/navigationGate.ts";
import type { Database } from "#data/mongo.ts";
import type { ObjectStore } from "#data/objects.ts";
import { createGuardedFetch } from "#egress/fetch.ts";
import { type EgressPolicy, watchRefusals } from "#egress/policy.ts";
import type { Env } from "#schemas/settings/env.ts";
import { version } from "#schemas/version.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { WorkerMetrics } from "#telemetry/metrics.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import {
  hashAddress,
  parseSigningKey,
  signOutputUrl,
  signAlertActionUrl,
  signReviewUrl,
  signRunOutputUrl,
  signUnsubscribeUrl,
} from "#vault/signatures.ts";
import { taskQueues } from "#orders/messages.ts";
import { scratchDirOf } from "./browser.ts";
import { noteRefusals } from "./noteRefusals.ts";
import { createExecutions, notifySlotGranted } from "./temporal.ts";

type Parts = {
  env: Env;
  database: Database;
  objects: ObjectStore;
  policy: EgressPolicy;
  capture: CapturePort;
  client: Client;
  logger: Logger;
  metrics: Pick<WorkerMetrics, "refused">;
};

/** Creates the ports of the activities. */
export function createPorts(parts: Parts): ActivityPorts {
  const { env, database, objects, policy, capture, client, logger } = parts;
  const limits = { maxConcurrentPages: env.WATCHFRAME_HOST_CONCURRENCY, minSpacingMs: env.WATCHFRAME_HOST_SPACING_MS };
  const fetch = createGuardedFetch(watchRefusals(policy, noteRefusals(parts, "fetch")));
  return {
    database,
    objects,
    capture,
    httpCapture: createHttpCapture({ fetch, userAgent: `Watchframe/${version}` }),
    comparer: createComparer({ scratch: scratchDirOf(env) }),
    logger,
    keyRing: parseKeyRing(env.WATCHFRAME_KEY_RING),
    fetch,
    mailer: createMailer(env),
    callerStorage: createCallerStorage(watchRefusals(policy, noteRefusals(parts, "storage"))),
    executions: createExecutions(client),
    navigationGate: createNavigationGate({ database, limits, logger }),
    captureSlots: createCaptureSlots({ database, limits, notifySlotGranted: notifySlotGranted(client), logger }),
    signer: createSigner(env),
    retryDelaysMs: retryDelaysOf(env),
    userAgent: `Watchframe/${version} (webhooks)`,
  };
}

function retryDelaysOf({ WATCHFRAME_RETRY_SECONDS: seconds }: Env): number[] {
  return seconds === "none" ? [] : seconds.split(",").map((each) => Number(each) * 1_000);
}

/** The task queues of which activities sign addresses. A worker of the others, such as the browser's, has no signing key. */
const signingQueues: ReadonlySet<string> = new Set([taskQueues.workflows, taskQueues.io]);

/** Returns the signing key. @throws SettingsError at once if a worker of these queues has none. */
function signingKeyOf(env: Env): () => Buffer {
  if (env.WATCHFRAME_WORKER_QUEUES.some((queue) => signingQueues.has(queue))) {
    const signingKey = parseSigningKey(env.WATCHFRAME_SIGNING_KEY);
    return () => signingKey;
  }
  return () => {
    throw new Error("A worker of these task queues has no signing key.");
  };
}

function createSigner(env: Env): OutputSigner {
  const publicUrl = env.WATCHFRAME_PUBLIC_URL;
  const signingKey = signingKeyOf(env);
  const links = () => ({ publicUrl, signingKey: signingKey() });
  return {
    runOutputUrl: (output) => signRunOutputUrl(links(), output),
    outputUrl: (output) => signOutputUrl(links(), output),
    verifyUrl: (token) => new URL(`/render/monitor-recipients/verify?token=${token}`, publicUrl).href,
    alertActionUrl: (action, expires) => signAlertActionUrl(links(), action, expires),
    reviewUrl: (changeId, expires) => signReviewUrl(links(), changeId, expires),
    unsubscribeUrl: (reader) => signUnsubscribeUrl(links(), reader),
    alertsUrl: new URL("/console/alerts", publicUrl).href,
    consoleUrl: ({ monitorId, runId }) =>
      new URL(`/console/monitors/${monitorId}${runId === null ? "" : `/runs/${runId}`}`, publicUrl).href,
    addressHash: (email) => hashAddress(signingKey(), email),
    statusUrl: (jobId) => new URL(`/status/${jobId}`, publicUrl).href,
    batchUrl: (batchId) => new URL(`/render/batches/${batchId}`, publicUrl).href,
    crawlUrls: (crawlId) => ({
      statusUrl: new URL(`/crawl/${crawlId}`, publicUrl).href,
      pagesUrl: new URL(`/crawl/${crawlId}/pages`, publicUrl).href,
    }),
  };
}
