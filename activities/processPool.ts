import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { readFileSync } from "node:fs";
import { raceAbort } from "#async/raceAbort.ts";
import { createTurns } from "#async/turns.ts";

/** A task's outcome. `done` is false if the task exceeded its time, memory or stack, or failed in its process. */
export type PoolOutcome<Answer> = { done: true; value: Answer } | { done: false; reason: string };

/** How a task is run: `owner` is the account whose turn it takes, and `signal` kills its process. */
export type RunOptions = { owner: string; signal?: AbortSignal | undefined };

/** A pool of processes. Each runs one task at a time. Owners of waiting tasks take turns; tasks of one wait in order. */
export type ProcessPool<Task, Answer> = {
  /** Runs a task. @throws The signal's reason after an abort. */
  run(task: Task, options: RunOptions): Promise<PoolOutcome<Answer>>;
};

/**
 * Limits of a pool. `timeoutMs` excludes a task's wait. `maxResidentMb` bounds all memory of a process, also that outside its
 * heap; default: none.
 */
export type ProcessPoolOptions = {
  size: number;
  timeoutMs: number;
  heapMb: number;
  stackKb: number;
  maxResidentMb?: number;
};

type Waiting<Task, Answer> = {
  task: Task;
  signal: AbortSignal | undefined;
  resolve(outcome: PoolOutcome<Answer>): void;
};

/**
 * Creates a pool over `entry`, a module that answers each message (a task) with one message (its outcome). Processes start on
 * demand, are reused, and do not keep the worker alive while idle. A process that exceeds a limit is killed and replaced.
 * Threads do not work here: a thread that runs out of memory may end the whole worker.
 */
export function createProcessPool<Task extends Serializable, Answer>(
  entry: URL,
  options: ProcessPoolOptions,
): ProcessPool<Task, Answer> {
  const idleProcesses: ChildProcess[] = [];
  const waitingTasks = createTurns<Waiting<Task, Answer>>();
  let runningCount = 0;

  const next = () => {
    if (runningCount >= options.size) return;
    const job = waitingTasks.take();
    if (job === undefined) return;
    // The abort has already rejected this job.
    if (job.signal?.aborted === true) return next();
    runningCount += 1;
    const child = idleProcesses.pop() ?? startProcess(entry, options, idleProcesses);
    const onEnd = ({ outcome, usable }: Ended<Answer>) => {
      runningCount -= 1;
      if (usable) idleProcesses.push(child);
      job.resolve(outcome);
      next();
    };
    const fail = watch(child, options, onEnd);
    job.signal?.addEventListener("abort", () => fail("cancelled"), { once: true });
    child.send(job.task, (error) => {
      if (error !== null) fail(error.message);
    });
  };

  return {
    async run(task, { owner, signal }) {
      signal?.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<PoolOutcome<Answer>>();
      // Listens to the signal before `next` does, so that an abort rejects first.
      const outcome = raceAbort(promise, { signal });
      waitingTasks.add([owner], { task, signal, resolve });
      next();
      return outcome;
    },
  };
}

/**
 * All that a process has of the environment. It handles untrusted input, so it gets no settings or secrets. Without the limit,
 * glibc gives each thread that decodes pictures memory of its own, a quarter more in all.
 */
export const poolEnvironment = { MALLOC_ARENA_MAX: "2" };

function startProcess(entry: URL, options: ProcessPoolOptions, idleProcesses: ChildProcess[]): ChildProcess {
  const child = fork(entry, {
    env: poolEnvironment,
    execArgv: [`--max-old-space-size=${options.heapMb}`, `--stack-size=${options.stackKb}`, "--no-warnings"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const leave = () => {
    const index = idleProcesses.indexOf(child);
    if (index !== -1) idleProcesses.splice(index, 1);
  };
  // The listeners stay, as the process may die while idle, and an unhandled error event would end the worker.
  return child.on("error", leave).on("exit", leave);
}

const memoryCheckMs = 100;
const pageBytes = 4_096;

/** The memory of a process. 0 if it has ended, or where the system does not tell. */
function residentMb({ pid }: ChildProcess): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return (pages * pageBytes) / 2 ** 20;
  } catch {
    return 0;
  }
}

type Ended<Answer> = { outcome: PoolOutcome<Answer>; usable: boolean };

/** Calls `onEnd` once when a task ends. Returns a function that ends it as failed. */
function watch<Answer>(
  child: ChildProcess,
  { timeoutMs, maxResidentMb }: ProcessPoolOptions,
  onEnd: (ended: Ended<Answer>) => void,
): (reason: string) => void {
  let hasEnded = false;
  const end = (result: Ended<Answer>) => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    clearInterval(memoryCheck);
    child.off("message", onMessage).off("error", onError).off("exit", onExit);
    child.unref();
    child.channel?.unref();
    if (!result.usable) child.kill("SIGKILL");
    onEnd(result);
  };
  const fail = (reason: string) => end({ outcome: { done: false, reason }, usable: false });
  const onMessage = (outcome: PoolOutcome<Answer>) => end({ outcome, usable: true });
  const onError = (error: Error) => fail(error.message);
  const onExit = (code: number | null, signal: string | null) => fail(`the process ended with ${signal ?? code}`);
  const timer = setTimeout(() => fail(`no answer in ${timeoutMs} ms`), timeoutMs);
  const checkMemory = (maxMb: number): void => {
    if (residentMb(child) > maxMb) fail(`it took over ${maxMb} MB of memory`);
  };
  const memoryCheck = maxResidentMb === undefined ? undefined : setInterval(checkMemory, memoryCheckMs, maxResidentMb);
  child.ref();
  child.channel?.ref();
  child.on("message", onMessage).on("error", onError).on("exit", onExit);
  return fail;
}
