/**
 * Serialises runs of `work` per key. Calls during a run share one following run, which sees all changes made before the
 * calls.
 */
export function serialise(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const following = new Map<string, Promise<void>>();

  function begin(key: string): Promise<void> {
    following.delete(key);
    const run = work(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  }

  return (key) => {
    const current = running.get(key);
    if (current === undefined) return begin(key);
    const planned = following.get(key);
    if (planned !== undefined) return planned;
    const afterwards = () => begin(key);
    // The callers of the current run handle its failure.
    const next = current.then(afterwards, afterwards);
    following.set(key, next);
    return next;
  };
}
