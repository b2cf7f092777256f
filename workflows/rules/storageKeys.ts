import type { OutputName } from "#schemas/outputs.ts";
import type { PathPlaceholder } from "#schemas/renders/storage.ts";

/** The job whose outputs are stored; `acceptedAt` is an ISO instant in UTC, so that every try gives the same keys. */
export type KeySource = { id: string; host: string; acceptedAt: string };

/** One output to be stored; `ext` is its file ending. */
export type NamedOutput = { name: OutputName; ext: string };

type Filling = KeySource & NamedOutput;

/** Amazon's bound of a key in UTF-8; B2 and R2 have the same. */
const maxKeyBytes = 1024;

const fillers = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  ext: ({ ext }) => ext,
  // An IPv6 literal has brackets and colons, which many a tool can't have in a key.
  host: ({ host }) => host.replaceAll(/[[\]]/g, "").replaceAll(":", "-"),
  date: ({ acceptedAt }) => acceptedAt.slice(0, 10),
  year: ({ acceptedAt }) => acceptedAt.slice(0, 4),
  month: ({ acceptedAt }) => acceptedAt.slice(5, 7),
  day: ({ acceptedAt }) => acceptedAt.slice(8, 10),
  time: ({ acceptedAt }) => acceptedAt.slice(11, 19).replaceAll(":", ""),
} satisfies Record<PathPlaceholder, (filling: Filling) => string>;

const placeholder = /\{([^{}]*)\}/g;

/**
 * Keys of a job's outputs, in their order, by the caller's template; no two are alike. A template that ends in a slash is a folder.
 * Of outputs that would get one key the picture keeps it, or else the first that is not metadata; the others get name and ending added.
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

/** What is wrong with a template that is to give these outputs their keys; null where nothing is. */
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

function fill(template: string, filling: Filling): string {
  return template.replaceAll(placeholder, (whole, name: string) =>
    isPlaceholder(name) ? fillers[name](filling) : whole,
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

/** Pictures first, metadata last, all else as it comes. */
function byRank(a: NamedOutput, b: NamedOutput): number {
  return rank(a) - rank(b);
}

function rank({ name }: NamedOutput): number {
  return name === "screenshot" ? 0 : name === "metadata" ? 2 : 1;
}

// Workflow code knows no Buffer.
function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
