import { aliases } from "#schemas/aliases.ts";
import { captureFields } from "#schemas/monitor/capture.ts";
import { MonitorRequest } from "#schemas/monitor/monitor.ts";
import { optionsIn } from "#schemas/options/index.ts";

/** A monitor's property without effect is returned, unless it may be a secret or means something elsewhere. */
export type ExtraUse = "kept" | "secret" | "option of renders";

/** Parts of names that hold secrets, wherever they are in the name without its case and separators. */
const secretParts =
  /secret|token|passw|passphrase|credential|authori[sz]|authenti|session|bearer|webhook|cookie|header|signature|signed|jwt|oauth|private|proxy/;
/** The same for short ones, which other words contain. They are whole words, or end a name that has no words. */
const secretWords = /^(?:auth|key|keys|pass|pwd|pin|otp|sig|sas|login|jar)$/;
const secretEnd = /(?:auth|keys?|pass|pwd)$/;

const renderOptions = optionsIn("render");
const options = { ...renderOptions, ...captureFields, url: MonitorRequest.properties.url };
const captureNames = new Set(Object.keys(captureFields).map(spelling));
const renderNames = new Set(Object.keys(renderOptions).map(spelling));
/** Options by their spelling, with whether no reply shows their value. */
const isWriteOnly = new Map(
  Object.entries(options).map(([name, schema]) => [
    spelling(name),
    JSON.stringify(schema).includes('"writeOnly":true'),
  ]),
);

/** Options of ours that hold a password in requests to other services: their proxy is an address, ours a name. */
const secretsElsewhere: ReadonlySet<string> = new Set(["proxy"]);

/** A name without its case and separators. */
function squeezed(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** The same without a final s, so that `HTTP-Auth` and `cookie` are found, too. */
function spelling(name: string): string {
  return squeezed(name).replace(/s$/, "");
}

/** Whether a monitor keeps a property that has no effect, and why not. */
export function useOfExtra(name: string, value: unknown): ExtraUse {
  if (mayHoldSecret(name, value)) return "secret";
  const isOption = renderNames.has(spelling(name)) && !captureNames.has(spelling(name));
  return isOption ? "option of renders" : "kept";
}

/** The properties of these that are kept. Null removes a property. */
export function keptExtras(extras: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(extras).filter(([, value]) => value !== null);
  return Object.fromEntries(given.filter(([name, value]) => useOfExtra(name, value) === "kept"));
}

/** Whether a property may be a secret, by its name or by a name inside it. */
function mayHoldSecret(name: string, value: unknown): boolean {
  if (looksSecret(name)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([inner, part]) => mayHoldSecret(inner, part));
}

/** By the option that the name means, else by its parts. */
function looksSecret(name: string): boolean {
  if (secretsElsewhere.has(spelling(name))) return true;
  const meant = meaningsOf(name);
  if (meant.length > 0) return meant.some((option) => isWriteOnly.get(option) === true);
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const whole = squeezed(name);
  return secretParts.test(whole) || secretEnd.test(whole) || words.some((word) => secretWords.test(word));
}

/** Spellings of the options that a name means: itself, or the last parts of its aliases. */
function meaningsOf(name: string): string[] {
  if (isWriteOnly.has(spelling(name))) return [spelling(name)];
  const plain = squeezed(name);
  const paths = Object.hasOwn(aliases, plain) ? (aliases[plain] ?? []).flat() : [];
  return paths.map((path) => spelling(path.split(".").at(-1) ?? path)).filter((option) => isWriteOnly.has(option));
}
