import { Env } from "#schemas/settings/env.ts";

/** Prints one line for the user. */
export type OnLine = (line: string) => void;

/** Environment variables. Entry files read `process.env` and pass it on. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that our own programs inherit from the environment, besides their settings. */
const inheritedNames = [
  "PATH",
  "HOME",
  "LANG",
  "TMPDIR",
  "NODE_EXTRA_CA_CERTS",
  "NODE_COMPILE_CACHE",
  "NODE_V8_COVERAGE",
];

/** Environment of the servers. It inherits nothing, so a user's variables cannot change how they run. */
export function serverEnvironment(home: string): Record<string, string> {
  // The servers are written in Go and hold little memory, so by default they collect garbage all the time.
  // Temporal does not start without the name of its user. In a container, the user may have an id alone.
  const user = { HOME: home, USER: "watchframe" };
  return { PATH: "/usr/local/bin:/usr/bin:/bin", ...user, TZ: "UTC", LANG: "C.UTF-8", GOGC: "300" };
}

/** The general variables that the API and the worker get. */
export function programEnvironment(env: Environment): Record<string, string> {
  return pick(env, inheritedNames);
}

/** The product's settings in the environment, as values or as files. They win over the stack's own choices. */
export function ownSettings(env: Environment): Record<string, string> {
  return pick(
    env,
    Object.keys(Env.properties).flatMap((name) => [name, `${name}_FILE`]),
  );
}

function pick(env: Environment, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = env[name];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
}
