import path from "node:path";
import { raceAbort } from "#async/raceAbort.ts";
import { openState } from "./home.ts";
import { cacheDirOf } from "./provision/cache.ts";
import type { Environment, OnLine } from "./provision/context.ts";
import { bringUpServers, type ServersInfo, settingsFor } from "./servers.ts";
import { openSupervisor, type Supervisor, type SupervisorOptions } from "./supervisor/supervisor.ts";

/** What every start of a stack may be told. */
export interface StartOptions {
  /** Folder of all data; kept between starts, used by one stack at a time. */
  home: string;
  onLine: OnLine;
  /** Names running servers, the browser and the cache; this process's environment unless given. */
  env?: Environment;
  /** Gives the start up: what is half-way is stopped, and the start rejects. */
  signal?: AbortSignal;
}

/** Running servers. */
export interface ServersHandle {
  info: ServersInfo;
  /** Settings for an API or worker that uses them, as `schemas/env.ts` names them (without its own address and port). */
  settings: Record<string, string>;
  /** Process number by part. */
  pids(): Record<string, number>;
  stop(): Promise<void>;
  /** Kills all processes at once. */
  kill(): void;
}

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

/** Opens the home and gives its supervisor to `work`; when that fails, or the start is given up, everything is stopped. */
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
    // One server that cannot be had ends the builds of the others.
    failed.abort(error);
    await supervisor.stop();
    throw error;
  }
}
