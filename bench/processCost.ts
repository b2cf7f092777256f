import { readProcessTree } from "#activities/browser/processTree.ts";
import { readProcFile } from "#activities/browser/processTree.ts";

/** The kernel counts processor time in these. */
const ticksPerSecond = 100;

/** Milliseconds of processor time that a process and everything below it have used, those that ended included. */
export function processorMs(root: number): number {
  return readProcessTree(root).reduce((sum, { pid }) => sum + ownAndReaped(pid), 0);
}

function ownAndReaped(pid: number): number {
  // It may have ended since; its time then stands in its parent's.
  const stat = readProcFile(`${pid}/stat`) ?? "";
  // The command name stands in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // utime, stime, and the same of children that were waited for.
  const ticks = fields.slice(11, 15).map(Number);
  return (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / ticksPerSecond;
}
