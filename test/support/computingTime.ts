/** Milliseconds for which `work` keeps this thread's processor busy; what others do there meanwhile does not count. */
export function computingTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
