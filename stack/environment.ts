import { Env } from "#schemas/settings/env.ts";
import type { Environment } from "./provision/context.ts";

/** What a program of ours may be told by the person who starts the stack, besides our own settings. */
const inheritedNames = [
  "PATH",
  "HOME",
  "LANG",
  "TMPDIR",
  "NODE_EXTRA_CA_CERTS",
  "NODE_COMPILE_CACHE",
  "NODE_V8_COVERAGE",
];

/** Environment of the servers: no variable of the person who starts the stack can change how they run. */
export function serverEnvironment(home: string): Record<string, string> {
  // The servers are written in Go and hold little memory, so by default they collect garbage all the time.
  return { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: home, TZ: "UTC", LANG: "C.UTF-8", GOGC: "800" };
}

/** The general variables that the API and the worker get. */
export function programEnvironment(env: Environment): Record<string, string> {
  return pick(env, inheritedNames);
}

/** The product's settings that the person set, themselves or as files; they win over what the stack would choose. */
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
