import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { createServer as createNetServer } from "node:net";
import { createCallSlots } from "#api/load/callSlots.ts";
import { createEventStreams, type StreamTimes } from "#api/events/eventStreams.ts";
import { createBackground, createLifecycle } from "#api/load/background.ts";
import { createRateLimiter } from "#api/load/rateLimiter.ts";
import type { ApiLimits, ApiPorts } from "#api/ports.ts";
import { close, createHttpServer } from "#api/server.ts";
import { createAccount, createKey } from "#data/accounts.ts";
import { openDatabase } from "#data/mongo.ts";
import { openObjectStore } from "#data/objects.ts";
import { createEgressPolicy } from "#egress/policy.ts";
import type { Scope } from "#schemas/common.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { createLogger } from "#telemetry/logger.ts";
import { createApiMetrics } from "#telemetry/metrics.ts";
import { noTracing } from "#telemetry/tracing.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { servers } from "../../support/servers.ts";
import { type Client, createClient } from "./client.ts";
import { createFakeOrchestrator, type FakeOrchestrator } from "./fakeOrchestrator.ts";

/** An API over the shared servers and a fake Temporal that records starts and signals. */
export type TestApi = {
  url: string;
  ports: ApiPorts;
  orchestrator: FakeOrchestrator;
  /** Lines the API logged. */
  logged: string[];
  /** A new account with one key. */
  account(options?: { plan?: PlanName; scopes?: Scope[]; expiresAt?: Date }): Promise<TestAccount>;
  /** A client without a key. */
  anyone: Client;
  close(): Promise<void>;
};

export type TestAccount = { accountId: string; key: string; keyId: string; client: Client };

/** Limits that a test only reaches on purpose. */
export const testLimits: ApiLimits = {
  proxies: 0,
  addressRequestsPerSecond: 100_000,
  connections: 10_000,
  connectionsPerAddress: 10_000,
  headersMs: 10_000,
  requestMs: 30_000,
};

/** Ports to replace, and how the rest is made. */
export type TestApiOptions = Partial<ApiPorts> & {
  /** A database of the test's own on the shared server. Default: the one that all tests share. */
  databaseName?: string;
  /** Milliseconds that a request waits for MongoDB to count it; short values suit a database that is away. Default: 10,000. */
  patienceMs?: number;
  /** Intervals of event streams. */
  streamTimes?: StreamTimes;
};

/** Starts an API in this process, on the shared servers. */
export async function testApi({
  patienceMs = 10_000,
  databaseName,
  streamTimes,
  ...overrides
}: TestApiOptions = {}): Promise<TestApi> {
  const { info } = await servers();
  const mongoUrl = databaseName === undefined ? info.mongoUrl : info.mongoUrl.replace(/\w+$/, databaseName);
  const logged: string[] = [];
  const log = createLogger({ name: "api", level: "debug" }, { write: (line: string) => void logged.push(line) });
  const orchestrator = createFakeOrchestrator();
  const background = createBackground(log);
  const metrics = createApiMetrics();
  const database = overrides.database ?? openDatabase(mongoUrl, metrics);
  const now = overrides.now ?? (() => new Date());
  const ports: ApiPorts = {
    database,
    objects: openObjectStore({ ...info.s3, region: "us-east-1" }),
    orchestrator,
    policy: createEgressPolicy({ allow: "" }),
    keyRing: parseKeyRing(`test:${randomBytes(32).toString("base64")}`),
    signingKey: randomBytes(32),
    mail: { enabled: true, eventsAuth: "postmark:its own password" },
    consoleFolder: "/nowhere",
    publicUrl: "http://api.test",
    temporalUiUrl: "http://temporal.test/namespaces/watchframe/workflows",
    pagesPerHost: 2,
    limits: testLimits,
    metrics,
    tracing: noTracing,
    rates: createRateLimiter({ database, log, now, patienceMs }),
    callSlots: createCallSlots({ database, background, now }),
    eventStreams: createEventStreams(database, streamTimes),
    log,
    now,
    background,
    lifecycle: createLifecycle(),
    ...overrides,
  };
  const server = createHttpServer(ports);
  const url = await listen(server);
  return {
    url,
    ports,
    orchestrator,
    logged,
    account: (options) => makeAccount(url, mongoUrl, options),
    anyone: createClient(url),
    close: () => close(server, ports, 2_000),
  };
}

async function makeAccount(
  url: string,
  mongoUrl: string,
  {
    plan = "unlimited",
    scopes = ["render", "read", "monitor"],
    expiresAt,
  }: { plan?: PlanName; scopes?: Scope[]; expiresAt?: Date } = {},
): Promise<TestAccount> {
  const database = openDatabase(mongoUrl);
  try {
    const { _id: accountId } = await createAccount(database, { email: "test@example.com", plan });
    const { key, id: keyId } = await createKey(database, {
      accountId,
      name: "test",
      scopes,
      expiresAt: expiresAt ?? null,
    });
    return { accountId, key, keyId, client: createClient(url, key) };
  } finally {
    await database.close();
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
    });
  });
}

/** A port on which nothing listens. */
export function deadPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createNetServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}
