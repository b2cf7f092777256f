import type { RenderRequest } from "#clients/typescript/src/index.ts";
import { namedFlags } from "#clients/cli/src/namedFlags.ts";

/** The flag of an option. `parts` are the numbers of an object, in the order of the flag. */
type Flag = { field: string; flag: string; kind: string; parts?: readonly string[] };

/** Without the flags of an object's properties. An object comes as JSON. */
const flags: ReadonlyMap<string, Flag> = new Map(
  namedFlags.filter((flag) => !("part" in flag)).map((flag: Flag) => [flag.field, flag]),
);

/** The call as a request by hand: the command needs an address, and a document has none. */
function toApiCall(origin: string, request: RenderRequest): string {
  return `watchframe api POST /render --url ${quote(origin)} -d @- <<'JSON'\n${JSON.stringify(request)}\nJSON\n`;
}

/**
 * The call as a command line that saves the outputs into the folder it runs in. Options without a flag come as JSON from
 * standard input. The key comes from the environment.
 */
export function toCommandLine(origin: string, request: RenderRequest): string {
  const { url, ...options } = request;
  if (url === undefined) return toApiCall(origin, request);
  const words: string[] = [];
  const others: [string, unknown][] = [];
  for (const [name, value] of Object.entries(options)) {
    const flagged = wordsOf(flags.get(name), value);
    if (flagged === null) others.push([name, value]);
    else words.push(...flagged);
  }
  const command = [`watchframe render ${quote(url)}`, `--url ${quote(origin)}`, ...words, "--output ."];
  if (others.length === 0) return `${command.join(" \\\n  ")}\n`;
  const json = JSON.stringify(Object.fromEntries(others));
  return `${[...command, "--options - <<'JSON'"].join(" \\\n  ")}\n${json}\nJSON\n`;
}

/** The words of an option's flag; null if the flag can't say the value. */
function wordsOf(flag: Flag | undefined, value: unknown): string[] | null {
  // A long text would need a file of its own.
  if (flag === undefined || flag.kind === "file") return null;
  if (flag.kind === "switch") return value === true ? [flag.flag] : null;
  if (flag.kind === "list")
    return Array.isArray(value) ? value.map((item) => `${flag.flag} ${quote(String(item))}`) : null;
  if (flag.kind === "numbers") return numbersOf(flag, value);
  return typeof value === "string" || typeof value === "number" ? [`${flag.flag} ${quote(String(value))}`] : null;
}

/** The numbers of an object as `1,2,3`; null if one in the middle is missing. */
function numbersOf({ flag, parts = [] }: Flag, value: unknown): string[] | null {
  const given = new Map<string, unknown>(Object.entries(Object(value)));
  const first = parts.slice(0, given.size);
  return given.size > 0 && first.every((part) => typeof given.get(part) === "number")
    ? [`${flag} ${first.map((part) => String(given.get(part))).join(",")}`]
    : null;
}

/** A word of the shell. */
function quote(text: string): string {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
