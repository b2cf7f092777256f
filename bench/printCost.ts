import type { BenchStack } from "./onStack.ts";
import { processorMs } from "./processCost.ts";

/** The processes of a stack. */
export const parts = ["api", "worker", "temporal", "mongo", "s3"] as const;

/** Prints the processor time of each part per piece of work. Returns that of the worker with its browser, and the sum, in ms. */
export async function printCost(
  { stack }: BenchStack,
  [what, count]: [string, number],
  work: () => Promise<void>,
): Promise<{ worker: number; sum: number }> {
  const pidOf = (part: string) => stack.info.processes[part] ?? 0;
  const before = parts.map((part) => processorMs(pidOf(part)));
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  const each = parts.map((part, index) => (processorMs(pidOf(part)) - (before[index] ?? 0)) / count);
  const sum = each.reduce((total, one) => total + one, 0);
  const list = parts.map((part, index) => `${part} ${(each[index] ?? 0).toFixed(1)}`).join(", ");
  console.log(
    `${what} (of ${count}): ${sum.toFixed(0)} ms of processor time (${list}); ${(count / seconds).toFixed(1)} a second`,
  );
  return { worker: each[parts.indexOf("worker")] ?? 0, sum };
}
