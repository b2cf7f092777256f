import path from "node:path";
import { callerTimeouts, type Database, openDatabase } from "#data/mongo.ts";
import { type ObjectStore, openObjectStore, ownBucket } from "#data/objects.ts";
import { openEgressPolicy } from "#egress/open.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import { mailServiceOf } from "#schemas/settings/mailService.ts";
import type { Env } from "#schemas/settings/env.ts";
import type { Logger } from "#telemetry/logger.ts";
import { type ApiMetrics, createApiMetrics } from "#telemetry/metrics.ts";
import type { Tracing } from "#telemetry/tracing.ts";
import { temporalTarget } from "#temporal-config/target.ts";
import { workflowsPage } from "#temporal-config/uiPages.ts";
import { type KeyRing, parseKeyRing } from "#vault/keyRing.ts";
import { parseSigningKey } from "#vault/signatures.ts";
import { type CallSlots, createCallSlots } from "./load/callSlots.ts";
import { createEventStreams, type EventStreams } from "./events/eventStreams.ts";
import { type Background, createBackground, createLifecycle, type Lifecycle } from "./load/background.ts";
import { createRateLimiter, type RateLimiter } from "./load/rateLimiter.ts";
import { createOrchestrator, type Orchestrator } from "./orchestrator.ts";

/** Limits of the server for all callers. Limits of a plan are in `schemas/settings/plans.ts`. */
export type ApiLimits = {
  /** Number of trusted reverse proxies. */
  proxies: number;
  addressRequestsPerSecond: number;
  connections: number;
  connectionsPerAddress: number;
  /** Milliseconds for a client to send its headers, and the whole request. */
  headersMs: number;
  requestMs: number;
};

/** Everything outside the process that the API uses. Tests pass their own. */
export type ApiPorts = {
  database: Database;
  objects: ObjectStore;
  orchestrator: Orchestrator;
  policy: Pick<EgressPolicy, "checkUrl" | "isOpened">;
  keyRing: KeyRing;
  signingKey: Buffer;
  mail: {
    /** False if the service has no e-mail configured. */
    enabled: boolean;
    /** `user:password` of Postmark's events. Empty: events are refused. */
    eventsAuth: string;
  };
  /** The folder of the console's build. */
  consoleFolder: string;
  /** Base of every link. A request's Host header is never used. */
  publicUrl: string;
  /** Address of the workflows in Temporal's UI; null if the service names none. */
  temporalUiUrl: string | null;
  /** Maximum number of pages of one host at once. */
  pagesPerHost: number;
  limits: ApiLimits;
  metrics: ApiMetrics;
  tracing: Tracing;
  rates: RateLimiter;
  callSlots: CallSlots;
  eventStreams: EventStreams;
  log: Logger;
  now: () => Date;
  /** Work that continues after its reply. The process waits for it before it ends. */
  background: Background;
  lifecycle: Lifecycle;
};

/** Input of a signed address. */
export type Links = Pick<ApiPorts, "publicUrl" | "signingKey" | "now">;

const now = (): Date => new Date();

/** Opens every port from the settings without a connection, so the API starts before its servers. */
export function openPorts(env: Env, log: Logger, tracing: Tracing): ApiPorts {
  const metrics = createApiMetrics();
  const database = openDatabase(env.WATCHFRAME_MONGO_URL, {
    onLedgerEntries: metrics.onLedgerEntries,
    onFeedError: (err) => log.warn({ err }, "changes were not written to their feeds yet"),
    timeouts: callerTimeouts,
  });
  const background = createBackground(log);
  const ui = env.WATCHFRAME_TEMPORAL_UI_URL;
  return {
    database,
    objects: openObjectStore(ownBucket(env)),
    orchestrator: createOrchestrator({ target: temporalTarget(env), log, tracing }),
    policy: openEgressPolicy(env),
    keyRing: parseKeyRing(env.WATCHFRAME_KEY_RING),
    signingKey: parseSigningKey(env.WATCHFRAME_SIGNING_KEY),
    mail: { enabled: mailServiceOf(env) !== null, eventsAuth: env.WATCHFRAME_POSTMARK_WEBHOOK_AUTH },
    consoleFolder: path.resolve(import.meta.dirname, "..", "console", "dist"),
    publicUrl: env.WATCHFRAME_PUBLIC_URL,
    temporalUiUrl: ui === "" ? null : workflowsPage(ui, env.WATCHFRAME_TEMPORAL_NAMESPACE),
    pagesPerHost: env.WATCHFRAME_HOST_CONCURRENCY,
    log,
    limits: {
      proxies: env.WATCHFRAME_PROXIES,
      addressRequestsPerSecond: env.WATCHFRAME_ADDRESS_REQUESTS_PER_SECOND,
      connections: env.WATCHFRAME_MAX_CONNECTIONS,
      connectionsPerAddress: env.WATCHFRAME_CONNECTIONS_PER_ADDRESS,
      headersMs: 10_000,
      requestMs: 30_000,
    },
    metrics,
    tracing,
    rates: createRateLimiter({ database, log, now }),
    callSlots: createCallSlots({ database, background, now }),
    eventStreams: createEventStreams(database),
    now,
    background,
    lifecycle: createLifecycle(),
  };
}

/** Closes what `openPorts` opened, after the background work has ended. */
export async function closePorts(ports: ApiPorts): Promise<void> {
  await ports.background.settled();
  await ports.orchestrator.close();
  await ports.database.close();
  ports.objects.close();
  await ports.tracing.close();
}
