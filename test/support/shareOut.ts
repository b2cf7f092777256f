/**
 * Runs jobs side by side, in their order, as long as the room that they need together is at most `room`. A job that finds
 * too little room lets smaller ones pass. One that needs more than all of it runs alone.
 * @throws the error of the first job that fails
 */
export async function shareOut<Job extends { needs: number }>(
  room: number,
  jobs: readonly Job[],
  run: (job: Job) => Promise<void>,
): Promise<void> {
  const waiting = [...jobs];
  const running = new Set<Promise<void>>();
  let free = room;
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(({ needs }) => needs <= free || running.size === 0);
    const [job] = next < 0 ? [] : waiting.splice(next, 1);
    if (job === undefined) {
      await Promise.race(running);
      continue;
    }
    free -= job.needs;
    const ended = run(job).finally(() => {
      free += job.needs;
      running.delete(ended);
    });
    running.add(ended);
  }
}
