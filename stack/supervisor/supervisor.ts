import { existsSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { type Lock, tryLock } from "../lock.ts";
import type { OnLine } from "../environment.ts";
import { startGuard } from "./guard.ts";
import { type PartDefinition, PartRunner } from "./partRunner.ts";
import { endLeftovers, openRunFile, runningSupervisor } from "./processes.ts";

/** Another supervisor uses this home. */
export class HomeInUse extends Error {
  override readonly name = "HomeInUse";
  readonly pid: number | undefined;

  constructor(home: string, pid: number | undefined) {
    super(`a stack is already running in ${home}${pid === undefined ? "" : ` (process ${pid})`}`);
    this.pid = pid;
  }
}

/** Starts the parts of one home, keeps them running and stops them. */
export type Supervisor = {
  /** Starts the parts, each after the parts it needs. Resolves when all are ready. */
  start(definitions: readonly PartDefinition[]): Promise<void>;
  /** Process id by part. */
  pids(): Record<string, number>;
  /** Stops the parts, each after those that need it, and releases the home. */
  stop(): Promise<void>;
  /** Kills every part now. */
  kill(): void;
};

/** Options and callbacks of a supervisor. */
export type SupervisorOptions = {
  home: string;
  onLine: OnLine;
  /** Called when a part has a new process. */
  onPids?: ((pids: Record<string, number>) => void) | undefined;
};

/** Locks the home and ends the processes of a killed run. @throws HomeInUse */
export async function openSupervisor({ home, onLine, onPids }: SupervisorOptions): Promise<Supervisor> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const lock = await tryLock(path.join(home, "lock"));
  if (!lock) throw new HomeInUse(home, runningSupervisor(home)?.pid);
  try {
    await endLeftovers(home, onLine);
    return supervise({ home, onLine, onPids }, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function supervise({ home, onLine, onPids }: SupervisorOptions, lock: Lock): Supervisor {
  const runFile = openRunFile(home);
  const guard = startGuard();
  runFile.set("guard", guard.pid);
  const runners = new Map<string, PartRunner>();
  const pids = new Map<string, number>();
  const onPid = (name: string, pid: number | undefined): void => {
    const before = pids.get(name);
    if (before !== undefined) guard.forget(before);
    if (pid === undefined) pids.delete(name);
    else {
      pids.set(name, pid);
      guard.watch(pid);
    }
    try {
      runFile.set(name, pid);
    } catch (error) {
      // On a full disk a part must still be restarted. The next write has all parts.
      onLine(`run.json was not written: ${error instanceof Error ? error.message : String(error)}`);
    }
    onPids?.(Object.fromEntries(pids));
  };
  let stopping = false;
  return {
    async start(definitions) {
      if (stopping) throw new Error("the stack is being stopped");
      const logs = path.join(home, "logs");
      mkdirSync(logs, { recursive: true });
      for (const definition of definitions) {
        keepOneOldLog(path.join(logs, `${definition.name}.log`));
        runners.set(definition.name, new PartRunner(definition, logs, { onLine, onPid }));
      }
      await startInOrder(definitions, runners);
    },
    pids: () => Object.fromEntries(pids),
    async stop() {
      stopping = true;
      await stopInOrder([...runners.values()]);
      runFile.clear();
      guard.release();
      lock.release();
    },
    kill() {
      for (const runner of runners.values()) runner.kill();
    },
  };
}

async function startInOrder(definitions: readonly PartDefinition[], runners: Map<string, PartRunner>): Promise<void> {
  const starts = new Map<string, Promise<void>>();
  const startOne = (definition: PartDefinition): Promise<void> => {
    const needed = definition.needs.map((name) => starts.get(name) ?? Promise.resolve());
    return Promise.all(needed).then(() => runners.get(definition.name)?.start());
  };
  // The list has each part after those it needs, so their promises exist.
  for (const definition of definitions) starts.set(definition.name, startOne(definition));
  await Promise.all(starts.values());
}

/** A part stops when no other part needs it. The API and the worker finish their work while the servers run. */
async function stopInOrder(runners: readonly PartRunner[]): Promise<void> {
  const stops = new Map<string, Promise<void>>();
  for (const runner of runners.toReversed()) {
    const users = runners.filter(({ definition }) => definition.needs.includes(runner.definition.name));
    const usersStopped = users.map(({ definition }) => stops.get(definition.name) ?? Promise.resolve());
    stops.set(
      runner.definition.name,
      Promise.all(usersStopped).then(() => runner.stop()),
    );
  }
  await Promise.all(stops.values());
}

function keepOneOldLog(file: string): void {
  if (existsSync(file)) renameSync(file, `${file}.1`);
}
