type Closable = { close?(): unknown; stop?(): unknown };

/** Milliseconds for opening or closing one resource: the first opens the servers too. */
const hookTimeoutMs = 120_000;
/** Closes what hooks opened, the last one first, as a service is stopped before the sites that it visits. */
const closers: (() => unknown)[] = [];

/**
 * Opens a resource before the tests of the surrounding `describe` and closes it after them. The returned object stands for
 * the resource. Tests and hooks can use it; the body of the `describe` can't.
 */
export function useResource<Resource extends object>(open: () => Promise<Resource & Closable>): Resource {
  let opened: (Resource & Closable) | null = null;
  before(async function () {
    this.timeout(hookTimeoutMs);
    const resource = await open();
    opened = resource;
    closers.push(() => (resource.stop ?? resource.close)?.call(resource));
  });
  after(async function () {
    this.timeout(hookTimeoutMs);
    await closers.pop()?.();
  });
  return standInFor(() => {
    if (opened === null) throw new Error("The resource is opened by a hook before the first test.");
    return opened;
  });
}

/** An object with the properties of another object, which may be opened later. */
function standInFor<Target extends object>(target: () => Target): Target {
  return new Proxy<Target>(Object.create(null), {
    get(_standIn, name) {
      const value: unknown = Reflect.get(target(), name);
      return typeof value === "function" ? value.bind(target()) : value;
    },
    set: (_standIn, name, value) => Reflect.set(target(), name, value),
    has: (_standIn, name) => Reflect.has(target(), name),
  });
}
