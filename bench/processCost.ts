import { readProcessTree, readProcFile } from "#activities/browser/pool/memory.ts";

/** The kernel's unit of processor time. */
const ticksPerSecond = 100;

/** Milliseconds of processor time of a process and its descendants, ended ones included. */
export function processorMs(root: number): number {
  return readProcessTree(root).reduce((sum, { pid }) => sum + ownAndReaped(pid), 0);
}

function ownAndReaped(pid: number): number {
  // The process may have ended. Its time is then part of its parent's.
  const stat = readProcFile(`${pid}/stat`) ?? "";
  // The command name is in brackets and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // utime, stime, cutime and cstime.
  const ticks = fields.slice(11, 15).map(Number);
  return (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / ticksPerSecond;
}

/** Peak memory of a process and its descendants while `work` runs, MiB. Shared memory counts once. */
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

/** Current memory of a process and its descendants, MiB. */
export function proportionalMegabytes(root: number): number {
  return readProcessTree(root).reduce((sum, { pid }) => {
    const kilobytes = /^Pss:\s+(\d+)/mu.exec(readProcFile(`${pid}/smaps_rollup`) ?? "")?.[1] ?? 0;
    return sum + Number(kilobytes) / 1_024;
  }, 0);
}
