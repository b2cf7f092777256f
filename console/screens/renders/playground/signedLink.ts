import { isFile } from "#rules/files.ts";
import type { ImageLink } from "#clients/typescript/src/index.ts";

const daySeconds = 86_400;

/** The entries of a person. Texts have the form of their fields. */
export type LinkForm = {
  keyId: string;
  secret: string;
  /** Seconds for which one picture answers. */
  ttl: string;
  /** Seconds until the link ends; empty for never. */
  expiry: string;
};

export const ttlOptions = [
  { value: "3600", label: "1 hour" },
  { value: String(daySeconds), label: "1 day" },
  { value: String(7 * daySeconds), label: "7 days" },
  { value: String(28 * daySeconds), label: "28 days" },
] as const;

export const expiryOptions = [
  { value: "", label: "With its key" },
  { value: String(daySeconds), label: "In 1 day" },
  { value: String(30 * daySeconds), label: "In 30 days" },
  { value: String(365 * daySeconds), label: "In 365 days" },
] as const;

type Held = { [name: string]: string | number | boolean };

/** Options that do not change the picture, beside those of other files. */
const silentNames = /^(?:cache|priority)$|^(?:extract|webhook|stor)/;

/** The options of a render that a link can hold, and the names of those that are left out of its picture. */
export function sortLinkOptions(body: object, names: readonly string[]): { linkOptions: Held; leftNames: string[] } {
  const linkOptions: Held = {};
  const leftNames: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (isPlain && names.includes(name)) linkOptions[name] = value;
    else if (!silentNames.test(name) && !isFile(name) && !isEmptyList(value)) leftNames.push(name);
  }
  return { linkOptions, leftNames };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The content to sign. */
export function linkOf(linkOptions: Held, { ttl, expiry }: LinkForm): ImageLink {
  const { url = "", ...options } = linkOptions;
  const expires = expiry === "" ? {} : { expires: new Date(Date.now() + Number(expiry) * 1_000) };
  // One day is the default.
  return { url: String(url), ...options, ...(ttl !== String(daySeconds) && { ttl: Number(ttl) }), ...expires };
}

/** Why a link can't be signed. A wrong secret shows only when the link is opened. */
export function problemOfLink({ secret }: LinkForm): string | undefined {
  if (/^[\w-]{43}$/.test(secret.trim())) return undefined;
  return secret.trim() === "" ? "Enter the secret of this key." : "A secret has 43 letters, digits, “-” and “_”.";
}
