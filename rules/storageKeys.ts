import type { OutputName } from "#schemas/outputs.ts";
import type { PathPlaceholder } from "#schemas/renders/storage.ts";

/** The job of the outputs. `acceptedAt` is an ISO instant in UTC. It does not change between tries, so neither do the keys. */
export type KeySource = { id: string; host: string; acceptedAt: string };

/** One output to store. `ext` is its file extension. */
export type NamedOutput = { name: OutputName; ext: string };

type Fields = KeySource & NamedOutput;

/** Limit of a key in UTF-8 at Amazon S3, Backblaze B2 and Cloudflare R2. */
const maxKeyBytes = 1024;

const fillers = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  ext: ({ ext }) => ext,
  // Many tools do not support the brackets and colons of an IPv6 literal in a key. Monitors name the port, too.
  host: ({ host }) => host.replace(/:\d+$/, "").replaceAll(/[[\]]/g, "").replaceAll(":", "-"),
  date: ({ acceptedAt }) => acceptedAt.slice(0, 10),
  year: ({ acceptedAt }) => acceptedAt.slice(0, 4),
  month: ({ acceptedAt }) => acceptedAt.slice(5, 7),
  day: ({ acceptedAt }) => acceptedAt.slice(8, 10),
  time: ({ acceptedAt }) => acceptedAt.slice(11, 19).replaceAll(":", ""),
} satisfies Record<PathPlaceholder, (fields: Fields) => string>;

const placeholder = /\{([^{}]*)\}/g;

/**
 * The keys of a job's outputs in their order, from the caller's template; all are different. A template that ends in a slash is a
 * folder. If outputs share a key, the picture keeps it, else the first that is not metadata. The others get name and extension
 * appended.
 */
export function storageKeys(template: string, source: KeySource, outputs: readonly NamedOutput[]): string[] {
  const whole = template.endsWith("/") ? `${template}{id}-{name}.{ext}` : template;
  const keys = new Map(outputs.map((output) => [output.name, fill(whole, { ...source, ...output })]));
  const keepers = new Map<string, OutputName>();
  for (const { name } of [...outputs].toSorted(byRank)) {
    const key = keys.get(name) ?? "";
    if (!keepers.has(key)) keepers.set(key, name);
  }
  return outputs.map(({ name, ext }) => {
    const key = keys.get(name) ?? "";
    return keepers.get(key) === name ? key : `${key}.${name}.${ext}`;
  });
}

/** The problem with a template for these outputs; null if there is none. */
export function pathProblem(template: string, source: KeySource, outputs: readonly NamedOutput[]): string | null {
  const unknown = [...template.matchAll(placeholder)].find(([, name = ""]) => !isPlaceholder(name));
  if (unknown !== undefined) return `has the unknown placeholder ${unknown[0]}; there are ${known()}`;
  if (/[{}]/.test(template.replaceAll(placeholder, ""))) return "must have { and } around placeholders only";
  for (const key of storageKeys(template, source, outputs)) {
    const problem = keyProblem(key);
    if (problem !== null) return problem;
  }
  return null;
}

function keyProblem(key: string): string | null {
  if (/[\p{Cc}\\]/u.test(key)) return "must not contain control characters or backslashes";
  if (key.split("/").some((part) => part === "" || part === "." || part === ".."))
    return "must not begin with a slash nor have empty, . or .. parts between slashes";
  return utf8Length(key) > maxKeyBytes ? `must not be longer than ${maxKeyBytes} bytes once filled in` : null;
}

function fill(template: string, fields: Fields): string {
  return template.replaceAll(placeholder, (whole, name: string) =>
    isPlaceholder(name) ? fillers[name](fields) : whole,
  );
}

function isPlaceholder(name: string): name is PathPlaceholder {
  return Object.hasOwn(fillers, name);
}

function known(): string {
  return Object.keys(fillers)
    .map((name) => `{${name}}`)
    .join(", ");
}

/** Pictures first, metadata last, others in their order. */
function byRank(a: NamedOutput, b: NamedOutput): number {
  return rank(a) - rank(b);
}

function rank({ name }: NamedOutput): number {
  return name === "screenshot" ? 0 : name === "metadata" ? 2 : 1;
}

// Workflow code has no Buffer.
function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
