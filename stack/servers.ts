import path from "node:path";
import { openObjectStore } from "#data/objects.ts";
import { defaultNamespace } from "#temporal-config/names.ts";
import { workflowsPage } from "#temporal-config/uiPages.ts";
import { raceAbort } from "#async/raceAbort.ts";
import { ownSettings, serverEnvironment } from "./environment.ts";
import { type HomeState, openState, saveState } from "./home.ts";
import { provisionBrowser } from "./provision/browser.ts";
import { cacheDirOf } from "./provision/cache.ts";
import type { Environment, OnLine } from "./environment.ts";
import type { ProvisionContext } from "./provision/context.ts";
import { provisionFfmpeg } from "./provision/ffmpeg.ts";
import { mongoPart, provisionMongo } from "./provision/mongo.ts";
import { objectStorePart, provisionObjectStore } from "./provision/objectStore.ts";
import { provisionTemporal, temporalPart } from "./provision/temporal.ts";
import { sandboxWarning } from "./sandbox.ts";
import type { PartDefinition } from "./supervisor/partRunner.ts";
import { freePorts } from "./supervisor/processes.ts";
import { openSupervisor, type Supervisor, type SupervisorOptions } from "./supervisor/supervisor.ts";

/** Addresses and credentials of a stack's servers. */
export type ServersInfo = {
  home: string;
  temporalAddress: string;
  /** Temporal's page of the namespace's workflows. */
  temporalUiUrl: string;
  /** Path of Temporal's CLI, or `temporal` if the stack uses a running Temporal. */
  temporalCliPath: string;
  namespace: string;
  mongoUrl: string;
  s3: { endpoint: string; accessKeyId: string; secretAccessKey: string; bucket: string };
  mailUrl: string;
  chromePath: string;
  /** Null if there is none. */
  ffmpegPath: string | null;
};

/** Input of `bringUpServers`. */
export type ServersPlan = {
  home: string;
  state: HomeState;
  supervisor: Supervisor;
  context: ProvisionContext;
};

const defaultBucket = "watchframe-outputs";
const defaultRegion = "us-east-1";

/** Finds or gets each server and starts it. A server that the environment names is used as it is. */
export async function bringUpServers(plan: ServersPlan): Promise<ServersInfo> {
  const [temporal, uiPort, mongo, s3, mail] = await freePorts(5);
  const [temporalTarget, mongoUrl, store, mailUrl, chromePath, ffmpegPath] = await Promise.all([
    bringUpTemporal(plan, { port: temporal ?? 0, uiPort: uiPort ?? 0 }),
    bringUpMongo(plan, mongo ?? 0),
    bringUpObjectStore(plan, s3 ?? 0),
    bringUpMail(plan, mail ?? 0),
    provisionBrowser(plan.context),
    provisionFfmpeg(plan.context),
  ]);
  return { home: plan.home, ...temporalTarget, mongoUrl, s3: store, mailUrl, chromePath, ffmpegPath };
}

type TemporalTarget = Pick<ServersInfo, "temporalAddress" | "temporalUiUrl" | "temporalCliPath" | "namespace">;

async function bringUpTemporal(plan: ServersPlan, ports: { port: number; uiPort: number }): Promise<TemporalTarget> {
  const { env, onLine } = plan.context;
  const namespace = env["WATCHFRAME_TEMPORAL_NAMESPACE"] || defaultNamespace;
  const runningAddress = env["WATCHFRAME_TEMPORAL_ADDRESS"];
  if (runningAddress) {
    onLine(`temporal: using ${runningAddress} (WATCHFRAME_TEMPORAL_ADDRESS)`);
    const host = runningAddress.replace(/:\d+$/, "");
    // Its client takes 29 MB for as long as the stack runs. A server of our own gets all this by its flags.
    const { setUpTemporal } = await import("#temporal-config/setup.ts");
    await setUpTemporal({ address: runningAddress, namespace });
    const ui = env["WATCHFRAME_TEMPORAL_UI_URL"] || `http://${host}:8233`;
    return {
      temporalAddress: runningAddress,
      temporalUiUrl: workflowsPage(ui, namespace),
      temporalCliPath: "temporal",
      namespace,
    };
  }
  const executable = await provisionTemporal(plan.context);
  await plan.supervisor.start([temporalPart({ executable, home: plan.home, namespace, ...ports })]);
  const address = `127.0.0.1:${ports.port}`;
  const temporalUiUrl = workflowsPage(`http://127.0.0.1:${ports.uiPort}`, namespace);
  return { temporalAddress: address, temporalUiUrl, temporalCliPath: executable, namespace };
}

async function bringUpMongo({ home, state, supervisor, context }: ServersPlan, port: number): Promise<string> {
  const running = context.env["WATCHFRAME_MONGO_URL"];
  if (running) {
    context.onLine("mongo: using WATCHFRAME_MONGO_URL");
    return running;
  }
  const found = await provisionMongo(context, state.mongoFlavor);
  state.mongoFlavor = found.flavor;
  saveState(home, state);
  await supervisor.start([mongoPart(found, home, port)]);
  return `mongodb://127.0.0.1:${port}/watchframe`;
}

async function bringUpObjectStore(plan: ServersPlan, port: number): Promise<ServersInfo["s3"]> {
  const target = await resolveObjectStore(plan, port);
  const store = openObjectStore({ ...target, region: plan.context.env["WATCHFRAME_S3_REGION"] || defaultRegion });
  try {
    await store.ensureBucket();
  } finally {
    store.close();
  }
  return target;
}

async function resolveObjectStore(plan: ServersPlan, port: number): Promise<ServersInfo["s3"]> {
  const { env, onLine } = plan.context;
  const bucket = env["WATCHFRAME_S3_BUCKET"] || defaultBucket;
  const endpoint = env["WATCHFRAME_S3_ENDPOINT"];
  if (endpoint) {
    const accessKeyId = env["WATCHFRAME_S3_ACCESS_KEY_ID"];
    const secretAccessKey = env["WATCHFRAME_S3_SECRET_ACCESS_KEY"];
    if (!accessKeyId || !secretAccessKey) {
      throw new Error("WATCHFRAME_S3_ENDPOINT needs WATCHFRAME_S3_ACCESS_KEY_ID and WATCHFRAME_S3_SECRET_ACCESS_KEY");
    }
    onLine(`s3: using ${endpoint} (WATCHFRAME_S3_ENDPOINT)`);
    return { endpoint, accessKeyId, secretAccessKey, bucket };
  }
  const executable = await provisionObjectStore(plan.context);
  await plan.supervisor.start([objectStorePart({ executable, home: plan.home, port, ...plan.state.s3 })]);
  return { endpoint: `http://127.0.0.1:${port}`, ...plan.state.s3, bucket };
}

async function bringUpMail({ home, supervisor }: ServersPlan, port: number): Promise<string> {
  await supervisor.start([mailPart(home, port)]);
  return `http://127.0.0.1:${port}`;
}

function mailPart(home: string, port: number): PartDefinition {
  const script = path.join(import.meta.dirname, "mail/main.ts");
  return {
    name: "mail",
    needs: [],
    command: {
      file: process.execPath,
      args: [script, "--port", String(port), "--file", path.join(home, "mail", "mails.jsonl")],
      env: serverEnvironment(home),
    },
    ready: async () => (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) })).ok,
    graceMs: 3_000,
  };
}

/** The settings of an API or worker that uses these servers, as `schemas/env.ts` names them. */
export function settingsFor(info: ServersInfo, state: HomeState, env: Environment): Record<string, string> {
  return {
    WATCHFRAME_MONGO_URL: info.mongoUrl,
    WATCHFRAME_TEMPORAL_ADDRESS: info.temporalAddress,
    WATCHFRAME_TEMPORAL_UI_URL: info.temporalUiUrl.split("/namespaces/", 1).join(""),
    WATCHFRAME_TEMPORAL_NAMESPACE: info.namespace,
    WATCHFRAME_S3_ENDPOINT: info.s3.endpoint,
    WATCHFRAME_S3_BUCKET: info.s3.bucket,
    WATCHFRAME_S3_ACCESS_KEY_ID: info.s3.accessKeyId,
    WATCHFRAME_S3_SECRET_ACCESS_KEY: info.s3.secretAccessKey,
    WATCHFRAME_KEY_RING: state.keyRing,
    WATCHFRAME_SIGNING_KEY: state.signingKey,
    WATCHFRAME_POSTMARK_TOKEN: state.postmarkToken,
    WATCHFRAME_POSTMARK_URL: info.mailUrl,
    WATCHFRAME_CHROME_PATH: info.chromePath,
    ...(info.ffmpegPath !== null && { WATCHFRAME_FFMPEG: info.ffmpegPath }),
    WATCHFRAME_CHROME_SANDBOX: String(sandboxWarning() === null),
    WATCHFRAME_SCRATCH_DIR: path.join(info.home, "scratch"),
    ...ownSettings(env),
  };
}

/** Options of each start of a stack. */
export type StartOptions = {
  /** Folder of all data. It survives restarts, and one stack uses it at a time. */
  home: string;
  onLine: OnLine;
  /** Names running servers, the browser and the cache. Default: the environment of this process. */
  env?: Environment;
  /** Aborts the start: it stops what it started and rejects. */
  signal?: AbortSignal;
};

/** Running servers. */
export type ServersHandle = {
  info: ServersInfo;
  /** Settings for an API or worker that uses them, as `schemas/env.ts` names them (without its own address and port). */
  settings: Record<string, string>;
  /** Process id by part. */
  pids(): Record<string, number>;
  stop(): Promise<void>;
  /** Kills all processes at once. */
  kill(): void;
};

/** Starts Temporal, MongoDB, the object store and the mail catcher in `home`, without an API or worker. */
export async function startServers(options: StartOptions): Promise<ServersHandle> {
  return withSupervisor(options, async (supervisor, env, signal) => {
    const home = path.resolve(options.home);
    const state = openState(home);
    const context = { env, cacheDir: cacheDirOf(env), onLine: options.onLine, signal };
    const info = await bringUpServers({ home, state, supervisor, context });
    return {
      info,
      settings: settingsFor(info, state, env),
      pids: () => supervisor.pids(),
      stop: () => supervisor.stop(),
      kill: () => supervisor.kill(),
    };
  });
}

/** Opens the home and runs `work` with its supervisor. Stops everything if the work fails or is aborted. */
export async function withSupervisor<T>(
  { home, onLine, env = process.env, signal, onPids }: StartOptions & Pick<SupervisorOptions, "onPids">,
  work: (supervisor: Supervisor, env: Environment, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const supervisor = await openSupervisor({ home: path.resolve(home), onLine, onPids });
  const failed = new AbortController();
  const givenUp = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  try {
    return await raceAbort(work(supervisor, env, givenUp), { signal: givenUp });
  } catch (error) {
    // If one server cannot be provided, the builds of the others stop.
    failed.abort(error);
    await supervisor.stop();
    throw error;
  }
}
