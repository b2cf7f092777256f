import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { raceAbort } from "#async/raceAbort.ts";

/** A task's outcome; not done where it ran out of time, memory or stack, or failed in its process. */
export type PoolOutcome<Answer> = { done: true; value: Answer } | { done: false; reason: string };

/** Processes that answer one task at a time each; tasks wait for a free one in order. */
export type ProcessPool<Task, Answer> = {
  /** Rejects with the signal's reason when it aborts; the process at work on the task is then killed. */
  run(task: Task, signal?: AbortSignal): Promise<PoolOutcome<Answer>>;
};

/** Bounds of a pool. The time is a task's own, without its wait. */
export type ProcessPoolOptions = { size: number; timeoutMs: number; heapMb: number; stackKb: number };

type Waiting<Task, Answer> = {
  task: Task;
  signal: AbortSignal | undefined;
  resolve(outcome: PoolOutcome<Answer>): void;
};

/**
 * Processes are started when they are needed first, kept warm, and hold no other process open while they idle. One that
 * exceeds a bound is killed and replaced. An entry answers each message, a task, by one message, its outcome.
 * Processes and not threads: a thread that runs out of memory now and then takes its whole process with it.
 */
export function createProcessPool<Task extends Serializable, Answer>(
  entry: URL,
  options: ProcessPoolOptions,
): ProcessPool<Task, Answer> {
  const idle: ChildProcess[] = [];
  const waiting: Waiting<Task, Answer>[] = [];
  let running = 0;

  const next = () => {
    if (running >= options.size) return;
    const job = waiting.shift();
    if (job === undefined) return;
    // Its caller has the result already.
    if (job.signal?.aborted === true) return next();
    running += 1;
    const child = idle.pop() ?? startProcess(entry, options, idle);
    const onEnd = ({ outcome, usable }: Ended<Answer>) => {
      running -= 1;
      if (usable) idle.push(child);
      job.resolve(outcome);
      next();
    };
    const fail = watch(child, options.timeoutMs, onEnd);
    job.signal?.addEventListener("abort", () => fail("called off"), { once: true });
    child.send(job.task, (error) => {
      if (error !== null) fail(error.message);
    });
  };

  return {
    async run(task, signal) {
      signal?.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<PoolOutcome<Answer>>();
      // Listens before `next` does, so that an abort rejects instead of giving the killed process's outcome.
      const outcome = raceAbort(promise, { signal });
      waiting.push({ task, signal, resolve });
      next();
      return outcome;
    },
  };
}

function startProcess(entry: URL, options: ProcessPoolOptions, idle: ChildProcess[]): ChildProcess {
  const child = fork(entry, {
    // Nothing of this process's settings or secrets is the business of a process that works on strangers' input.
    env: {},
    execArgv: [`--max-old-space-size=${options.heapMb}`, `--stack-size=${options.stackKb}`, "--no-warnings"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const leave = () => {
    const place = idle.indexOf(child);
    if (place !== -1) idle.splice(place, 1);
  };
  // Kept for its whole life: it may die while idle, and an unhandled error event would end this process.
  return child.on("error", leave).on("exit", leave);
}

type Ended<Answer> = { outcome: PoolOutcome<Answer>; usable: boolean };

/** Reports, once, how a task ends; gives what ends it as a failure. */
function watch<Answer>(
  child: ChildProcess,
  timeoutMs: number,
  onEnd: (ended: Ended<Answer>) => void,
): (reason: string) => void {
  let ended = false;
  const end = (how: Ended<Answer>) => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    child.off("message", onMessage).off("error", onError).off("exit", onExit);
    child.unref();
    child.channel?.unref();
    if (!how.usable) child.kill("SIGKILL");
    onEnd(how);
  };
  const fail = (reason: string) => end({ outcome: { done: false, reason }, usable: false });
  const onMessage = (outcome: PoolOutcome<Answer>) => end({ outcome, usable: true });
  const onError = (error: Error) => fail(error.message);
  const onExit = (code: number | null, signal: string | null) => fail(`the process ended with ${signal ?? code}`);
  const timer = setTimeout(() => fail(`no answer in ${timeoutMs} ms`), timeoutMs);
  child.ref();
  child.channel?.ref();
  child.on("message", onMessage).on("error", onError).on("exit", onExit);
  return fail;
}
