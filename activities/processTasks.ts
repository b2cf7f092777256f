import type { PoolOutcome } from "./processPool.ts";

/**
 * Answers each task that a process pool sends to this process. For entry points of child processes. A failure of the work is
 * an outcome, too.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- Node gives messages the type that their listener takes
export function answerTasks<Task>(work: (task: Task) => unknown): void {
  const attempt = async (task: Task): Promise<PoolOutcome<unknown>> => {
    try {
      return { done: true, value: await work(task) };
    } catch (error) {
      return { done: false, reason: error instanceof Error ? error.message : String(error) };
    }
  };
  // Ctrl-C in a terminal reaches the child too. The parent still needs its answer; the child ends with the parent.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("message", (task: Task) => void attempt(task).then((outcome) => process.send?.(outcome)));
}
