import { readProcessTree, readProcFile } from "#activities/browser/pool/memory.ts";

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

/** Most memory, MiB, that a process and everything below it held while `work` ran; pages that are shared count once. */
export async function peakMegabytes(root: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, proportionalMegabytes(root))), 25);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

/** MiB that a process and everything below it hold now. */
export function proportionalMegabytes(root: number): number {
  return readProcessTree(root).reduce((sum, { pid }) => {
    const kilobytes = /^Pss:\s+(\d+)/mu.exec(readProcFile(`${pid}/smaps_rollup`) ?? "")?.[1] ?? 0;
    return sum + Number(kilobytes) / 1_024;
  }, 0);
}
