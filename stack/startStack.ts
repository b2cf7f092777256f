import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { migrate } from "#data/migrations/migrate.ts";
import { openDatabase } from "#data/mongo.ts";
import { readGivenEnv, readPlans } from "#schemas/settings/readEnv.ts";
import { ensureAccount, type FirstAccount } from "./account.ts";
import { buildConsole } from "./consoleBuild.ts";
import { ownSettings, programEnvironment } from "./environment.ts";
import { openState, stackFileOf, writePrivateJson } from "./home.ts";
import { cacheDirOf } from "./provision/cache.ts";
import type { Environment, OnLine } from "./environment.ts";
import { bringUpServers, type ServersInfo, settingsFor, type StartOptions, withSupervisor } from "./servers.ts";
import type { Command, PartDefinition } from "./supervisor/partRunner.ts";
import { sandboxWarning } from "./sandbox.ts";
import { freePorts, isPortFree } from "./supervisor/processes.ts";

/** The content of `stack.json`. */
export type StackInfo = Omit<ServersInfo, "home" | "chromePath" | "ffmpegPath"> & {
  apiUrl: string;
  apiKey: string;
  accountId: string;
  docsUrl: string;
  /** Process id by part. */
  processes: Record<string, number>;
};

/** A running stack. */
export type StackHandle = {
  /** Addresses and process ids. `processes` changes when a part restarts. */
  info: StackInfo;
  /** Addresses of all API processes, `info.apiUrl` first. */
  apiUrls: string[];
  stop(): Promise<void>;
  /** Kills all processes at once. */
  kill(): void;
};

/** Options of a whole stack. */
export type StackOptions = StartOptions & {
  /** The API's port; 0 chooses a free one. Default: WATCHFRAME_PORT, else 3000. */
  apiPort?: number;
  /** Number of processes of each kind; default 1. Further API processes get free ports. */
  processes?: { api: number; worker: number };
};

const defaultPort = 3000;
const apiGraceMs = 10_000;
/** Milliseconds for a capture to end. A capture that takes longer runs again at the next start. */
const workerGraceMs = 20_000;
const checkout = path.resolve(import.meta.dirname, "..");

/**
 * Starts the servers, the first account, an API and a worker, and writes `stack.json` when all is ready.
 * @throws SettingsError before anything starts if a setting of the environment is wrong.
 */
export async function startStack(options: StackOptions): Promise<StackHandle> {
  checkSettings(options.env ?? process.env);
  const home = path.resolve(options.home);
  const stackFile = stackFileOf(home);
  let info: StackInfo | undefined;
  const onPids = (processes: Record<string, number>): void => {
    if (!info) return;
    info.processes = processes;
    writePrivateJson(stackFile, info);
  };
  return withSupervisor({ ...options, onPids }, async (supervisor, env, signal) => {
    rmSync(stackFile, { force: true });
    const apiPort = await choosePort(options.apiPort, env);
    const state = openState(home);
    const context = { env, cacheDir: cacheDirOf(env), onLine: options.onLine, signal };
    const [servers] = await Promise.all([
      bringUpServers({ home, state, supervisor, context }),
      buildConsole(options.onLine),
    ]);
    await migrateRecords(servers.mongoUrl, options.onLine);
    const address = addressOf(apiPort, env);
    const settings = { ...settingsFor(servers, state, env), ...address };
    const warning = sandboxWarning();
    if (warning !== null) options.onLine(`warning: ${warning}`);
    const { api, worker } = options.processes ?? { api: 1, worker: 1 };
    const apiPorts = [apiPort, ...(await freePorts(api - 1))];
    const parts = programParts({ ...programEnvironment(env), ...settings }, { apiPorts, workers: worker });
    const [account] = await Promise.all([ensureAccount(servers.mongoUrl, home, state), supervisor.start(parts)]);
    info = describe(servers, account, address.WATCHFRAME_PUBLIC_URL);
    onPids(supervisor.pids());
    return {
      info,
      apiUrls: apiPorts.map((port) => (port === apiPort ? address.WATCHFRAME_PUBLIC_URL : `http://127.0.0.1:${port}`)),
      async stop() {
        info = undefined;
        rmSync(stackFile, { force: true });
        await supervisor.stop();
      },
      kill: () => supervisor.kill(),
    };
  });
}

/** Without this check the supervisor would restart a program that refuses its settings, forever. */
function checkSettings(env: Environment): void {
  const given = readGivenEnv(ownSettings(env), (file) => readFileSync(file, "utf8"));
  readPlans({ WATCHFRAME_PLANS: given.WATCHFRAME_PLANS ?? "" });
}

/** Brings the records of an older version to the schema of this one. No program uses them yet. */
async function migrateRecords(mongoUrl: string, onLine: OnLine): Promise<void> {
  const database = openDatabase(mongoUrl);
  try {
    for (const { title, records } of await migrate(database)) onLine(`${title}: ${records} records changed`);
  } finally {
    await database.close();
  }
}

function describe(servers: ServersInfo, account: FirstAccount, apiUrl: string): StackInfo {
  const { temporalUiUrl, temporalAddress, temporalCliPath, namespace, mongoUrl, s3, mailUrl } = servers;
  return {
    apiUrl,
    apiKey: account.apiKey,
    accountId: account.id,
    temporalUiUrl,
    temporalAddress,
    temporalCliPath,
    namespace,
    mongoUrl,
    s3,
    mailUrl,
    docsUrl: `${apiUrl}/docs`,
    processes: {},
  };
}

async function choosePort(given: number | undefined, env: Environment): Promise<number> {
  const port = given ?? Number(env["WATCHFRAME_PORT"] || defaultPort);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`WATCHFRAME_PORT must be a port number, got ${env["WATCHFRAME_PORT"]}`);
  }
  if (port === 0) return (await freePorts(1))[0] ?? 0;
  if (!(await isPortFree(port))) {
    throw new Error(`port ${port} is taken: set WATCHFRAME_PORT to a free one (0 chooses one)`);
  }
  return port;
}

function addressOf(port: number, env: Environment): { WATCHFRAME_PORT: string; WATCHFRAME_PUBLIC_URL: string } {
  return {
    WATCHFRAME_PORT: String(port),
    WATCHFRAME_PUBLIC_URL: env["WATCHFRAME_PUBLIC_URL"] || `http://127.0.0.1:${port}`,
  };
}

type Programs = { apiPorts: number[]; workers: number };

function programParts(env: Record<string, string>, { apiPorts, workers }: Programs): PartDefinition[] {
  const scratch = env["WATCHFRAME_SCRATCH_DIR"] ?? "";
  return [
    ...Array.from({ length: workers }, (_, index) => {
      const suffix = suffixOf(index);
      // A worker empties its folder when it starts, so each needs its own.
      const own = { WATCHFRAME_SCRATCH_DIR: `${scratch}${suffix}`, ...metricsPort(env, 2 * index + 1) };
      return workerPart(`worker${suffix}`, { ...env, ...own });
    }),
    ...apiPorts.map((port, index) =>
      apiPart(`api${suffixOf(index)}`, { ...env, WATCHFRAME_PORT: String(port), ...metricsPort(env, 2 * index) }),
    ),
  ];
}

/** The first of a kind has no number in its name. */
function suffixOf(index: number): string {
  return index === 0 ? "" : `-${index + 1}`;
}

/** Each process serves its metrics on its own port, counted from the configured one. */
function metricsPort(env: Record<string, string>, index: number): Record<string, string> {
  const first = Number(env["WATCHFRAME_METRICS_PORT"] ?? 0);
  return first > 0 ? { WATCHFRAME_METRICS_PORT: String(first + index) } : {};
}

function commandOf(script: string, env: Record<string, string>, options: string[] = []): Command {
  return { file: process.execPath, args: [...options, path.join(checkout, script)], env };
}

/** Threads decode pictures and compress. By default glibc gives each a memory arena and never returns it. */
const fewArenas = { MALLOC_ARENA_MAX: "2" };

function workerPart(name: string, env: Record<string, string>): PartDefinition {
  return {
    name,
    needs: ["temporal", "mongo", "s3", "mail"],
    command: commandOf("worker/main.ts", { ...env, ...fewArenas }),
    ready: async ({ log }) => (await log()).includes('"msg":"worker ready"'),
    graceMs: workerGraceMs,
  };
}

/** Without a limit, Node lets garbage grow with the memory of the machine. `npm run bench -- readers` shows the difference. */
const apiHeap = "--max-old-space-size=256";

function apiPart(name: string, env: Record<string, string>): PartDefinition {
  const host = env["WATCHFRAME_HOST"] ?? "127.0.0.1";
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const health = `http://${reached}:${env["WATCHFRAME_PORT"]}/health/ready`;
  return {
    name,
    needs: ["temporal", "mongo", "s3"],
    command: commandOf("api/main.ts", { ...env, ...fewArenas }, [apiHeap]),
    ready: async () => (await fetch(health, { signal: AbortSignal.timeout(2_000) })).ok,
    graceMs: apiGraceMs,
  };
}
