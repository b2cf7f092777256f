import path from "node:path";
import { CliError } from "./exitCodes.ts";
import type { Io } from "./io.ts";
import { isRecord, parseJson, type Profile, readIfExists, readProfiles } from "./profiles.ts";

/** Flags that choose the service. */
export type ConnectionFlags = { url?: string | undefined; profile?: string | undefined };
export type Connection = Profile & {
  /** The source of the key, for people. */
  source: string;
};

const defaultUrl = "http://127.0.0.1:3000";

/**
 * The service and the key to use. The first of these that has a key: the environment, a profile, the stack of this
 * checkout. A key is never sent to a service that it was not stored for.
 * @throws CliError if there is no key.
 */
export function findConnection(io: Pick<Io, "env" | "cwd">, flags: ConnectionFlags): Connection {
  const found = fromEnvironment(io, flags) ?? fromProfile(io, flags) ?? fromCheckout(io, flags);
  if (found !== null) return found;
  throw new CliError("There is no API key. Run `watchframe login`, or set WATCHFRAME_API_KEY.", "refused");
}

function fromEnvironment({ env, cwd }: Pick<Io, "env" | "cwd">, { url, profile }: ConnectionFlags): Connection | null {
  if (profile !== undefined) return null;
  const file = env["WATCHFRAME_API_KEY_FILE"];
  const apiKey = file ? readKeyFile(path.resolve(cwd, file)) : env["WATCHFRAME_API_KEY"];
  if (!apiKey) return null;
  const source = file ? "WATCHFRAME_API_KEY_FILE" : "WATCHFRAME_API_KEY";
  return { url: toUrl(url ?? (env["WATCHFRAME_URL"] || defaultUrl)), apiKey, source };
}

function readKeyFile(file: string): string {
  const text = readIfExists(file);
  if (text === null) throw new CliError(`WATCHFRAME_API_KEY_FILE names ${file}, which does not exist.`, "refused");
  return text.trim();
}

function fromProfile(io: Pick<Io, "env">, { url, profile }: ConnectionFlags): Connection | null {
  const { current, profiles } = readProfiles(io);
  const wantedUrl = url ?? (io.env["WATCHFRAME_URL"] || undefined);
  const name = profile ?? (wantedUrl === undefined ? current : profileFor(profiles, wantedUrl));
  if (name === null) return null;
  const stored = profiles[name];
  if (stored === undefined)
    throw new CliError(`There is no profile ${JSON.stringify(name)}. See \`watchframe profile list\`.`);
  if (wantedUrl !== undefined && originOf(wantedUrl) !== originOf(stored.url)) {
    throw new CliError(`The key of profile ${JSON.stringify(name)} is for ${stored.url}, not for ${wantedUrl}.`);
  }
  return { ...stored, source: `profile ${name}` };
}

function profileFor(profiles: Readonly<Record<string, Profile>>, url: string): string | null {
  const origin = originOf(url);
  return Object.entries(profiles).find(([, stored]) => originOf(stored.url) === origin)?.[0] ?? null;
}

/** The stack that runs in this checkout or in WATCHFRAME_HOME. It writes its address and key to `stack.json`. */
function fromCheckout({ env, cwd }: Pick<Io, "env" | "cwd">, { url, profile }: ConnectionFlags): Connection | null {
  if (profile !== undefined) return null;
  for (const home of homesFrom(env["WATCHFRAME_HOME"], cwd)) {
    const file = path.join(home, "stack.json");
    const stack = parseJson(readIfExists(file) ?? "");
    if (!isRecord(stack) || typeof stack["apiUrl"] !== "string" || typeof stack["apiKey"] !== "string") continue;
    const wanted = url ?? env["WATCHFRAME_URL"];
    if (wanted && originOf(wanted) !== originOf(stack["apiUrl"])) return null;
    return { url: stack["apiUrl"], apiKey: stack["apiKey"], source: file };
  }
  return null;
}

function homesFrom(given: string | undefined, cwd: string): string[] {
  if (given) return [path.resolve(cwd, given)];
  const parent = path.dirname(cwd);
  return [path.join(cwd, ".watchframe"), ...(parent === cwd ? [] : homesFrom(undefined, parent))];
}

/** @throws CliError if it is no http or https address. */
export function toUrl(address: string): string {
  originOf(address);
  return address;
}

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CliError(`${JSON.stringify(address)} is no address of an API. Use https://…, such as ${defaultUrl}.`);
}
