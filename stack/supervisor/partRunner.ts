import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { OnLine } from "../provision/context.ts";
import { signalGroup } from "./processes.ts";

/** A command line with the whole environment it gets: nothing leaks in from the supervisor's. */
export type Command = {
  file: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
};

/** What a readiness check may look at besides the network. */
type Probe = {
  /** What this life of the part has written to its log so far. */
  log(): Promise<string>;
};

/** One process of the stack. */
export type PartDefinition = {
  name: string;
  /** Parts that must be ready before this one starts, and that stop after it. */
  needs: readonly string[];
  command: Command;
  /** Asked again and again until true; a rejection means "not yet" as well. */
  ready(probe: Probe): Promise<boolean>;
  /** How long it may take to stop before it is killed. */
  graceMs: number;
};

/** What a runner tells its supervisor. */
export type RunnerEvents = {
  onLine: OnLine;
  /** The part has a new process, or none. */
  onPid(name: string, pid: number | undefined): void;
};

/** How a life of a part ended. */
type Ending = { reason: string };

const pollMs = 50;
const readyTimeoutMs = 60_000;
const firstRestartDelayMs = 250;
const maxRestartDelayMs = 15_000;
/** A life this long was a good one: the next pause is the first one again. */
const stableMs = 60_000;
const maxStartAttempts = 3;
const logTailBytes = 1_500;

/** Keeps one part running: starts it, waits until it is ready, and starts it again when it dies. */
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

  /** Resolves when the part is ready for the first time; rejects when it died or hung too often before that. */
  start(): Promise<void> {
    this.#loop = this.#keepRunning();
    return this.#firstReady.promise;
  }

  /** Asks the part to stop, waits for its grace, kills what is left, and starts nothing again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#firstReady.reject(new Error(`${this.definition.name} was stopped`));
    // The first readiness may no longer be awaited.
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
          new Error(`${name} does not start (${reason}); the end of ${this.#logFile}:\n${await this.#tail()}`),
        );
        return;
      }
      const wait = Math.min(firstRestartDelayMs * 2 ** (failures - 1), maxRestartDelayMs);
      this.#events.onLine(`${name} ended (${reason}); starting it again in ${wait / 1000} s`);
      await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** One life of the part, from its start to its end. */
  async #live(): Promise<Ending> {
    const { definition } = this;
    const logStart = sizeOf(this.#logFile);
    const log = openSync(this.#logFile, "a");
    const child = spawn(definition.command.file, definition.command.args, {
      env: definition.command.env,
      stdio: ["ignore", log, log],
      // A group of its own: Ctrl-C in the terminal must not reach it, and all its children can be ended.
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    this.#life = endOf(child);
    this.#events.onPid(definition.name, child.pid);
    void this.#watchReadiness(this.#life, logStart);
    const ending = await this.#life;
    // Children that the dead part left behind belong to its group.
    if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
    this.#child = undefined;
    this.#events.onPid(definition.name, undefined);
    return ending;
  }

  async #watchReadiness(life: Promise<Ending>, logStart: number): Promise<void> {
    const over = new AbortController();
    const ended = life.then(() => over.abort());
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
      await Promise.race([pause(pollMs), ended]);
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
