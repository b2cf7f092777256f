import { rmSync } from "node:fs";
import path from "node:path";
import { ensureAccount, type FirstAccount } from "./account.ts";
import { programEnvironment } from "./environment.ts";
import { writePrivateJson } from "./files.ts";
import { openState, stackFileOf } from "./home.ts";
import { cacheDirOf } from "./provision/cache.ts";
import type { Environment } from "./provision/context.ts";
import { bringUpServers, type ServersInfo, settingsFor } from "./servers.ts";
import { type StartOptions, withSupervisor } from "./startServers.ts";
import type { Command, PartDefinition } from "./supervisor/part.ts";
import { freePorts, isPortFree } from "./supervisor/ports.ts";

/** What `stack.json` says of a running stack. */
export interface StackInfo extends Omit<ServersInfo, "home" | "chromePath"> {
  apiUrl: string;
  apiKey: string;
  accountId: string;
  docsUrl: string;
  /** Process number by part. */
  processes: Record<string, number>;
}

/** A running stack. */
export interface StackHandle {
  /** Its `processes` follow the parts through restarts. */
  info: StackInfo;
  stop(): Promise<void>;
  /** Kills all processes at once. */
  kill(): void;
}

/** How a whole stack is started. */
export interface StackOptions extends StartOptions {
  /** The API's port, 0 for a free one; WATCHFRAME_PORT, else 3000, unless given. */
  apiPort?: number;
}

const DEFAULT_PORT = 3000;
const API_GRACE_MS = 10_000;
/** A page that is being captured may end; one that takes longer is captured again at the next start. */
const WORKER_GRACE_MS = 20_000;
const checkout = path.resolve(import.meta.dirname, "..");

/** Starts everything: the servers, the first account, an API and a worker; writes `stack.json` when all is ready. */
export async function startStack(options: StackOptions): Promise<StackHandle> {
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
    const servers = await bringUpServers({ home, state, supervisor, context });
    const address = addressOf(apiPort, env);
    const settings = { ...settingsFor(servers, state, env), ...address };
    if (process.getuid?.() === 0) {
      options.onLine(
        "warning: running as root, so Chromium runs without its sandbox; fine for trying out, not for production",
      );
    }
    const parts = programParts({ ...programEnvironment(env), ...settings }, apiPort);
    const [account] = await Promise.all([ensureAccount(servers.mongoUrl, home, state), supervisor.start(parts)]);
    info = describe(servers, account, address.WATCHFRAME_PUBLIC_URL);
    onPids(supervisor.pids());
    return {
      info,
      async stop() {
        info = undefined;
        rmSync(stackFile, { force: true });
        await supervisor.stop();
      },
      kill: () => supervisor.kill(),
    };
  });
}

function describe(servers: ServersInfo, account: FirstAccount, apiUrl: string): StackInfo {
  const { temporalUiUrl, temporalAddress, namespace, mongoUrl, s3, mailUrl } = servers;
  return {
    apiUrl,
    apiKey: account.apiKey,
    accountId: account.id,
    temporalUiUrl,
    temporalAddress,
    namespace,
    mongoUrl,
    s3,
    mailUrl,
    docsUrl: `${apiUrl}/docs`,
    processes: {},
  };
}

async function choosePort(given: number | undefined, env: Environment): Promise<number> {
  const port = given ?? Number(env["WATCHFRAME_PORT"] || DEFAULT_PORT);
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

function programParts(env: Record<string, string>, apiPort: number): PartDefinition[] {
  const host = env["WATCHFRAME_HOST"] ?? "127.0.0.1";
  const health = `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${apiPort}/health/ready`;
  const command = (script: string, more: Record<string, string> = {}): Command => {
    return { file: process.execPath, args: [path.join(checkout, script)], env: { ...env, ...more } };
  };
  const metricsPort = Number(env["WATCHFRAME_METRICS_PORT"] ?? 0);
  return [
    {
      name: "worker",
      needs: ["temporal", "mongo", "s3", "mail"],
      command: command("worker/main.ts", metricsPort > 0 ? { WATCHFRAME_METRICS_PORT: String(metricsPort + 1) } : {}),
      ready: async ({ log }) => (await log()).includes('"msg":"worker ready"'),
      graceMs: WORKER_GRACE_MS,
    },
    {
      name: "api",
      needs: ["temporal", "mongo", "s3"],
      command: command("api/main.ts"),
      ready: async () => (await fetch(health, { signal: AbortSignal.timeout(2_000) })).ok,
      graceMs: API_GRACE_MS,
    },
  ];
}
