/** The environment of a started process without the developer's own settings. The compile cache halves its start time. */
export function minimalEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };
}

/** This process's environment without the settings of a service, so that no test touches the developer's data. */
export function environmentWithoutSettings(): Record<string, string | undefined> {
  const kept = new Set(["WATCHFRAME_CACHE", "WATCHFRAME_CHROME_PATH", "WATCHFRAME_FFMPEG"]);
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("WATCHFRAME_") || kept.has(name)),
  );
}
