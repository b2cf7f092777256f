import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { OnLine } from "../environment.ts";
import { signalGroup } from "./processes.ts";

/** A command line and its whole environment. It inherits nothing from the supervisor. */
export type Command = {
  file: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
};

/** Input of a readiness check. */
type Probe = {
  /** The log of the part's current process. */
  log(): Promise<string>;
};

/** One process of the stack. */
export type PartDefinition = {
  name: string;
  /** Parts that must be ready before this one starts, and that stop after it. */
  needs: readonly string[];
  command: Command;
  /** Polled until it returns true. A rejection counts as false. */
  ready(probe: Probe): Promise<boolean>;
  /** Milliseconds to stop before the part is killed. */
  graceMs: number;
};

/** Events of a runner. */
export type RunnerEvents = {
  onLine: OnLine;
  /** Called when the part has a new process, or none. */
  onPid(name: string, pid: number | undefined): void;
};

/** How a process of a part ended. */
type Ending = { reason: string };

const pollMs = 50;
const readyTimeoutMs = 60_000;
const firstRestartDelayMs = 250;
const maxRestartDelayMs = 15_000;
/** Milliseconds after which a process counts as stable, and the restart delay starts over. */
const stableMs = 60_000;
const maxStartAttempts = 3;
const logTailBytes = 1_500;

/** Keeps one part running: starts it, waits until it is ready, and restarts it when it dies. */
export class PartRunner {
  readonly definition: PartDefinition;
  readonly #logFile: string;
  readonly #events: RunnerEvents;
  readonly #stopping = new AbortController();
  readonly #firstReady = Promise.withResolvers<void>();
  #child: ChildProcess | undefined;
  #life: Promise<Ending> | undefined;
  #loop: Promise<void> = Promise.resolve();
  #wasReady = false;

  constructor(definition: PartDefinition, logsDir: string, events: RunnerEvents) {
    this.definition = definition;
    this.#logFile = path.join(logsDir, `${definition.name}.log`);
    this.#events = events;
  }

  /** Resolves when the part is first ready. Rejects if it died or hung too often before. */
  start(): Promise<void> {
    this.#loop = this.#keepRunning();
    return this.#firstReady.promise;
  }

  /** Asks the part to stop, waits for its grace period, and kills the rest. It does not restart. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#firstReady.reject(new Error(`${this.definition.name} was stopped`));
    // Without a handler, an unhandled rejection would end the process.
    this.#firstReady.promise.catch(() => undefined);
    await this.#endLife();
    await this.#loop;
  }

  /** Kills the part's processes at once. */
  kill(): void {
    if (this.#child?.pid !== undefined) signalGroup(this.#child.pid, "SIGKILL");
  }

  async #keepRunning(): Promise<void> {
    const { name } = this.definition;
    for (let failures = 0; !this.#stopping.signal.aborted;) {
      const begun = Date.now();
      const { reason } = await this.#live();
      if (this.#stopping.signal.aborted) return;
      failures = Date.now() - begun > stableMs ? 1 : failures + 1;
      if (!this.#wasReady && failures >= maxStartAttempts) {
        this.#firstReady.reject(
          new Error(`${name} does not start (${reason}); the last lines of ${this.#logFile}:\n${await this.#tail()}`),
        );
        return;
      }
      const wait = Math.min(firstRestartDelayMs * 2 ** (failures - 1), maxRestartDelayMs);
      this.#events.onLine(`${name} ended (${reason}); restarting in ${wait / 1000} s`);
      await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** Runs one process of the part from its start to its end. */
  async #live(): Promise<Ending> {
    const { definition } = this;
    const logStart = sizeOf(this.#logFile);
    const log = openSync(this.#logFile, "a");
    const child = spawn(definition.command.file, definition.command.args, {
      env: definition.command.env,
      stdio: ["ignore", log, log],
      // Its own process group: Ctrl-C in the terminal does not reach it, and its children can be ended.
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    this.#life = endOf(child);
    this.#events.onPid(definition.name, child.pid);
    void this.#watchReadiness(this.#life, logStart);
    const ending = await this.#life;
    // Children of the dead process belong to its group.
    if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
    this.#child = undefined;
    this.#events.onPid(definition.name, undefined);
    return ending;
  }

  async #watchReadiness(life: Promise<Ending>, logStart: number): Promise<void> {
    const over = new AbortController();
    const partEnd = life.then(() => over.abort());
    const until = Date.now() + readyTimeoutMs;
    const probe = { log: () => readFrom(this.#logFile, logStart) };
    while (!over.signal.aborted && !this.#stopping.signal.aborted) {
      const ready = await this.definition.ready(probe).catch(() => false);
      if (over.signal.aborted) return;
      if (ready) return this.#announceReady();
      if (Date.now() > until) {
        this.#events.onLine(`${this.definition.name} is not ready after ${readyTimeoutMs / 1000} s; ending it`);
        return this.kill();
      }
      await Promise.race([pause(pollMs), partEnd]);
    }
  }

  #announceReady(): void {
    this.#events.onLine(`${this.definition.name} is ready${this.#wasReady ? " again" : ""}`);
    this.#wasReady = true;
    this.#firstReady.resolve();
  }

  async #endLife(): Promise<void> {
    const pid = this.#child?.pid;
    if (pid === undefined || !this.#life) return;
    signalGroup(pid, "SIGTERM");
    const grace = new AbortController();
    const killer = pause(this.definition.graceMs, undefined, { signal: grace.signal }).then(
      () => {
        this.#events.onLine(`${this.definition.name} did not stop in ${this.definition.graceMs / 1000} s; killing it`);
        this.kill();
      },
      () => undefined,
    );
    await this.#life;
    grace.abort();
    await killer;
  }

  async #tail(): Promise<string> {
    return readFrom(this.#logFile, Math.max(0, sizeOf(this.#logFile) - logTailBytes));
  }
}

function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ reason: error.message }));
    child.once("exit", (code, signal) => resolve({ reason: signal ?? `exit code ${code}` }));
  });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of handle.createReadStream({ start: position, autoClose: false })) {
      chunks.push(Buffer.from(chunk));
    }
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    await handle.close();
  }
}
