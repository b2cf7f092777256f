/** Milliseconds of processor time that `work` takes on this thread. Other processes do not count. */
export function cpuTimeMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
