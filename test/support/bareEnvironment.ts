/** The environment of a process that a test starts: nothing of the developer's own, but the cache that halves a start's time. */
export function bareEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };
}
