/** Does the work of a name one at a time. Whoever asks for it while it is done shares the next one, which has seen all that was so before. */
export function serialise(work: (name: string) => Promise<void>): (name: string) => Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  function begin(name: string): Promise<void> {
    next.delete(name);
    const begun = work(name).finally(() => underWay.delete(name));
    underWay.set(name, begun);
    return begun;
  }

  return (name) => {
    const present = underWay.get(name);
    if (present === undefined) return begin(name);
    const waiting = next.get(name);
    if (waiting !== undefined) return waiting;
    const after = () => begin(name);
    // How the present one ends is heard by those who asked for that.
    const following = present.then(after, after);
    next.set(name, following);
    return following;
  };
}
