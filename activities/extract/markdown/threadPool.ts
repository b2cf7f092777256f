import { Worker } from "node:worker_threads";

/** A task's outcome; not done where it ran out of time, memory or stack, or failed in the thread. */
export type ThreadOutcome<Answer> = { done: true; value: Answer } | { done: false; reason: string };

/** Threads that answer one task at a time each; tasks wait for a free one in order. */
export type ThreadPool<Task, Answer> = { run(task: Task): Promise<ThreadOutcome<Answer>> };

/** Bounds of a pool. The time is a task's own, without its wait. */
export type ThreadPoolOptions = { size: number; timeoutMs: number; heapMb: number; stackMb: number };

type Waiting<Task, Answer> = { task: Task; resolve(outcome: ThreadOutcome<Answer>): void };

/**
 * Threads are started when they are needed first, kept warm, and hold no process open while they idle. One that
 * exceeds a bound is ended and replaced. An entry answers each message `task` by one message `ThreadOutcome`.
 */
export function createThreadPool<Task, Answer>(entry: URL, options: ThreadPoolOptions): ThreadPool<Task, Answer> {
  const idle: Worker[] = [];
  const waiting: Waiting<Task, Answer>[] = [];
  let running = 0;

  const start = () => {
    const worker = startThread(entry, options);
    const leave = () => {
      const place = idle.indexOf(worker);
      if (place !== -1) idle.splice(place, 1);
    };
    // For its whole life: a thread may also die while it idles, and an error that nobody hears ends the process.
    return worker.on("error", leave).on("exit", leave);
  };
  const next = () => {
    if (running >= options.size) return;
    const job = waiting.shift();
    if (job === undefined) return;
    running += 1;
    const worker = idle.pop() ?? start();
    const onEnd = ({ outcome, usable }: Ended<Answer>) => {
      running -= 1;
      if (usable) idle.push(worker);
      job.resolve(outcome);
      next();
    };
    watch(worker, options.timeoutMs, onEnd);
    worker.postMessage(job.task, []);
  };

  return {
    run(task) {
      const { promise, resolve } = Promise.withResolvers<ThreadOutcome<Answer>>();
      waiting.push({ task, resolve });
      next();
      return promise;
    },
  };
}

function startThread(entry: URL, options: ThreadPoolOptions): Worker {
  const worker = new Worker(entry, {
    // Nothing of the process's settings or secrets is a page converter's business.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb, stackSizeMb: options.stackMb },
  });
  worker.unref();
  return worker;
}

type Ended<Answer> = { outcome: ThreadOutcome<Answer>; usable: boolean };

/** Reports, once, how a task ends. */
function watch<Answer>(worker: Worker, timeoutMs: number, onEnd: (ended: Ended<Answer>) => void): void {
  const end = (ended: Ended<Answer>) => {
    clearTimeout(timer);
    // One by one: the worker has listeners of its own.
    worker.off("message", onMessage).off("error", onError).off("exit", onExit);
    worker.unref();
    if (!ended.usable) void worker.terminate();
    onEnd(ended);
  };
  const fail = (reason: string) => end({ outcome: { done: false, reason }, usable: false });
  const onMessage = (outcome: ThreadOutcome<Answer>) => end({ outcome, usable: true });
  const onError = (error: unknown) => fail(error instanceof Error ? error.message : String(error));
  const onExit = (code: number) => fail(`the thread ended with code ${code}`);
  const timer = setTimeout(() => fail(`no answer in ${timeoutMs} ms`), timeoutMs);
  worker.ref();
  worker.on("message", onMessage).on("error", onError).on("exit", onExit);
}
