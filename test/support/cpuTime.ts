/** Milliseconds of processor time that `work` takes on this thread. Other processes do not count. */
export function cpuTimeMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of processor time that this process takes until `work` is done. Other processes do not count. */
export async function cpuTimeUntil(work: Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
