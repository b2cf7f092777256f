import { isFile } from "#rules/files.ts";
import type { RenderRequest } from "#clients/typescript/src/index.ts";
import { withScheme } from "../../../format/address.ts";
import type { OptionKind, RenderOption } from "./schema.ts";

/** The entries of a person by option, as text. A missing or empty text means the default. */
export type Values = Readonly<Record<string, string>>;

/** The playground's address: its last used options, the job that they started, and the tab of its result. */
export type PlaygroundSearch = Record<string, string | number | boolean>;

/** Names in the address that are not options. */
const placeNames: ReadonlySet<string> = new Set(["job", "tab"]);

/** The search of an address without nested values. */
export function readPlaygroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  const kept = Object.entries(search).flatMap(([name, value]): [string, string | number | boolean][] =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [[name, value]] : [],
  );
  return Object.fromEntries(kept);
}

/** Whether an option is a secret of one line, which its field does not show. */
export function isMasked({ name, kind, isSecret }: RenderOption): boolean {
  return isSecret && kind === "text" && name !== "webhookUrl" && name !== "httpAuth.username";
}

/** The entries as a screen may show them. */
export function maskedValues(options: readonly RenderOption[], values: Values): Values {
  const secrets = options
    .flatMap((option) => [option, ...option.parts])
    .filter((option) => isMasked(option) && isSet(values[option.name]));
  return { ...values, ...Object.fromEntries(secrets.map(({ name }) => [name, "••••••"])) };
}

/** The entered texts of an address. */
export function valuesOf(search: PlaygroundSearch): Values {
  const options = Object.entries(search).filter(([name]) => !placeNames.has(name));
  return Object.fromEntries(options.map(([name, value]) => [name, String(value)]));
}

/** The options that an address can keep: those that are set, without secrets. */
export function searchOf(options: readonly RenderOption[], values: Values): PlaygroundSearch {
  const shown = options
    .flatMap((option) => [option, ...option.parts])
    .filter(({ name, isSecret }) => !isSecret && isSet(values[name]));
  return Object.fromEntries(
    shown.map(({ name, kind }): [string, string | number | boolean] => {
      const value = kind === "lines" || kind === "object" ? undefined : parsers[kind](values[name] ?? "");
      return [name, typeof value === "number" || typeof value === "boolean" ? value : (values[name] ?? "")];
    }),
  );
}

/** The entered texts for options as the API has them. Lists have one entry per line, and objects a text for each part. */
export function textsOf(options: object): Record<string, string> {
  return Object.fromEntries(Object.entries(options).flatMap(([name, value]) => textOf(name, value)));
}

function textOf(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item === "string");
    return [[name, isPlain ? value.join("\n") : JSON.stringify(value)]];
  }
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  const parts = Object.entries(value).flatMap(([part, inner]) => textOf(`${name}.${part}`, inner));
  return isSwitched(name) ? [[name, "true"], ...parts] : parts;
}

/** Whether an option is an object that may be empty, so that a switch sets it. */
export function isSwitched(name: string): boolean {
  return isFile(name) && name !== "screenshot";
}

/** Whether a person has set an option, or a part of it. */
export function isOptionSet({ name, parts }: RenderOption, values: Values): boolean {
  return isSet(values[name]) || (!isSwitched(name) && parts.some((part) => isSet(values[part.name])));
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

/** Each parser returns text that it can't read unchanged, so that the API names the problem. */
const parsers: Readonly<Record<Exclude<OptionKind, "object">, (text: string) => unknown>> = {
  flag: (text) => text === "true",
  number: (text) => (Number.isNaN(Number(text)) ? text : Number(text)),
  choice: (text) => text,
  text: (text) => text.trim(),
  code: (text) => text,
  lines: splitLines,
  headers: (text) =>
    Object.fromEntries(
      splitLines(text).map((line): [string, string] => {
        const [name = "", ...rest] = line.split(":");
        return [name.trim(), rest.join(":").trim()];
      }),
    ),
  json(text) {
    try {
      const value: unknown = JSON.parse(text);
      return value;
    } catch {
      return text;
    }
  },
};

function splitLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The value of an option in the body. Undefined without one. */
function valueOf(option: RenderOption, values: Values): unknown {
  const { name, kind, standard, parts } = option;
  if (kind === "object") return objectOf(name, parts, values);
  const text = values[name];
  return isSet(text) && text !== standard ? parsers[kind](text) : undefined;
}

/** The object of the set parts. Undefined without any, unless a switch sets it. */
function objectOf(name: string, parts: readonly RenderOption[], values: Values): object | undefined {
  const hasSwitch = isSwitched(name);
  if (hasSwitch && values[name] !== "true") return undefined;
  const object: Nested = {};
  for (const part of parts) {
    const value = valueOf(part, values);
    if (value !== undefined) put(object, part.name.split(".").slice(1), value);
  }
  return hasSwitch || Object.keys(object).length > 0 ? object : undefined;
}

type Nested = { [name: string]: unknown };

/** Puts a value into objects inside each other. */
function put(object: Nested, [name = "", ...innerPath]: readonly string[], value: unknown): void {
  if (innerPath.length === 0) {
    object[name] = value;
    return;
  }
  const inner: Nested = { ...Object(object[name]) };
  object[name] = inner;
  put(inner, innerPath, value);
}

/** The set options, without the address. */
export function optionsOf(options: readonly RenderOption[], values: Values): Partial<RenderRequest> {
  const entries = options
    .filter(({ name }) => name !== "url")
    .map((option): [string, unknown] => [option.name, valueOf(option, values)])
    .filter(([, value]) => value !== undefined);
  // The names come from the API's own document, and the API checks the values.
  return Object.fromEntries(entries);
}

/** The body of `POST /render`: the set options. An address without a scheme gets one. */
export function bodyOf(options: readonly RenderOption[], values: Values): RenderRequest {
  const url = values["url"]?.trim() ?? "";
  const set = optionsOf(options, values);
  const { html } = set;
  if (url === "" && html !== undefined) return { ...set, html };
  return { url: withScheme(url), ...set };
}
