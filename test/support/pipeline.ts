import { type Client, WorkflowIdConflictPolicy } from "@temporalio/client";
import { type RunningApi, startApi } from "#api/server.ts";
import { createAccount, createKey } from "#data/accounts.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { openEgressPolicy } from "#egress/open.ts";
import type { Job } from "#schemas/job.ts";
import type { Env } from "#schemas/settings/env.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { readEnv } from "#schemas/settings/readEnv.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { createLogger } from "#telemetry/logger.ts";
import { lazyClient, temporalTarget } from "#temporal-config/target.ts";
import { taskQueues, workflowIds } from "#orders/messages.ts";
import { type RunningWorker, startWorker } from "#worker/startWorker.ts";
import { servers } from "./servers.ts";
import { openSharedBrowser } from "./sharedBrowser.ts";
import { useResource } from "./useResource.ts";

/** A whole service in this process, on the shared servers: API, worker, browser. */
export type Pipeline = {
  env: Env;
  apiUrl: string;
  database: Database;
  temporal: Client;
  /** Stops the API alone, and starts it again at the same address. */
  stopApi(): Promise<void>;
  startApi(): Promise<void>;
  stop(): Promise<void>;
};

export type PipelineSettings = {
  /** Targets that pages and messages may reach, as host:port. */
  allow: string[];
  /** Further settings. */
  more?: Record<string, string>;
  /** Opens the browser. With `openSketchBrowser`, a test of states and messages needs no Chromium. */
  openBrowser?: typeof openSharedBrowser;
};

/** Starts a pipeline. A process can have one at a time, because the queues are shared. */
export async function startPipeline({
  allow,
  more = {},
  openBrowser = openSharedBrowser,
}: PipelineSettings): Promise<Pipeline> {
  const { settings } = await servers();
  const [port = 0] = await freePorts(1);
  const env = readEnv(
    {
      ...settings,
      WATCHFRAME_PORT: String(port),
      WATCHFRAME_PUBLIC_URL: `http://127.0.0.1:${port}`,
      WATCHFRAME_EGRESS_ALLOW: allow.join(","),
      // Most tests look at what a failure means, and it means that at once.
      WATCHFRAME_RETRY_SECONDS: "none",
      WATCHFRAME_LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
      ...more,
    },
    () => "",
  );
  const logger = createLogger({ name: "worker", level: env.WATCHFRAME_LOG_LEVEL });
  const policy = openEgressPolicy(env);
  const [worker, firstApi]: [RunningWorker, RunningApi] = await Promise.all([
    startWorker({ env, logger, policy, openBrowser: openBrowser({ env, policy, logger }) }),
    startApi(env),
  ]);
  let api = firstApi;
  const database = openDatabase(env.WATCHFRAME_MONGO_URL);
  const { client, close } = lazyClient(temporalTarget(env));
  return {
    env,
    apiUrl: api.url,
    database,
    temporal: client,
    stopApi: () => api.close(),
    async startApi() {
      api = await startApi(env);
    },
    async stop() {
      await Promise.all([api.close(), worker.stop()]);
      await Promise.all([database.close(), close()]);
    },
  };
}

/** Has the reconciler begin a round now instead of in up to 10 s. */
export async function reconcileNow({ temporal }: Pipeline): Promise<void> {
  await temporal.workflow.start("reconciler", {
    workflowId: workflowIds.reconciler,
    taskQueue: taskQueues.workflows,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.TERMINATE_EXISTING,
  });
}

/** Starts a pipeline for the tests of the surrounding `describe`. */
export function usePipeline({
  allow,
  ...settings
}: Omit<PipelineSettings, "allow"> & { allow: () => string[] }): Pipeline {
  return useResource(() => startPipeline({ allow: allow(), ...settings }));
}

/** A caller of the API with an account and a key of its own. */
export type Caller = {
  accountId: string;
  key: string;
  /** One request; `body` makes it JSON. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Submits a render and returns its id; fails unless it is accepted. */
  submit(body: Record<string, unknown>): Promise<string>;
  /** Waits until a job has ended. */
  ended(id: string, include?: string): Promise<Job>;
  /** Submits and waits. */
  render(body: Record<string, unknown>, include?: string): Promise<Job>;
};

/** Makes an account and a key and calls the API with it. */
export async function newCaller(apiUrl: string, database: Database, plan: PlanName = "unlimited"): Promise<Caller> {
  const account = await createAccount(database, { email: "someone@example.com", plan });
  const { key } = await createKey(database, {
    accountId: account._id,
    name: "test",
    scopes: ["render", "monitor", "read"],
  });
  return callerWith(apiUrl, { accountId: account._id, key });
}

/** Calls the API with a key that is there already. */
export function callerWith(apiUrl: string, { accountId, key }: { accountId: string; key: string }): Caller {
  const call: Caller["call"] = (method, path, body) =>
    fetch(new URL(path, apiUrl), {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const submit: Caller["submit"] = async (body) => {
    const reply = await call("POST", "/render", body);
    const reference: { id: string } = await reply.json();
    if (reply.status !== 202) throw new Error(`POST /render answered ${reply.status}: ${JSON.stringify(reference)}`);
    return reference.id;
  };
  const ended: Caller["ended"] = async (id, include = "") => {
    for (;;) {
      const reply = await call("GET", `/status/${id}?wait=60${include && `&include=${include}`}`);
      if (reply.status !== 200) throw new Error(`GET /status answered ${reply.status}`);
      const { job }: { job: Job } = await reply.json();
      if (!["queued", "in_progress"].includes(job.status)) return job;
    }
  };
  return { accountId, key, call, submit, ended, render: async (body, include) => ended(await submit(body), include) };
}

/** Creates an account with a key for the tests of the surrounding `describe`. */
export function useCaller(pipeline: Pipeline, plan?: PlanName): Caller {
  return useResource(() => newCaller(pipeline.apiUrl, pipeline.database, plan));
}
