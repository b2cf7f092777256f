import type { RenderRequest } from "#clients/typescript/src/index.ts";
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

/** The entered texts of an address. */
export function valuesOf(search: PlaygroundSearch): Values {
  const options = Object.entries(search).filter(([name]) => !placeNames.has(name));
  return Object.fromEntries(options.map(([name, value]) => [name, String(value)]));
}

/** The options that an address can keep: those that are set, without secrets. */
export function searchOf(options: readonly RenderOption[], values: Values): PlaygroundSearch {
  const shown = options.filter(({ name, isSecret }) => !isSecret && isSet(values[name]));
  return Object.fromEntries(
    shown.map(({ name, kind }): [string, string | number | boolean] => {
      const value = kind === "lines" ? undefined : parsers[kind](values[name] ?? "");
      return [name, typeof value === "number" || typeof value === "boolean" ? value : (values[name] ?? "")];
    }),
  );
}

export function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

/** Each parser returns text that it can't read unchanged, so that the API names the problem. */
const parsers: Readonly<Record<OptionKind, (text: string) => unknown>> = {
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

/** The body of `POST /render`: the set options. An address without a scheme gets https. */
export function bodyOf(options: readonly RenderOption[], values: Values): RenderRequest {
  const url = values["url"]?.trim() ?? "";
  const entries = options.flatMap(({ name, kind, standard }): (readonly unknown[])[] => {
    const text = values[name];
    return isSet(text) && text !== standard && name !== "url" ? [[name, parsers[kind](text)]] : [];
  });
  // The names come from the API's own document, and the API checks the values.
  const set: Partial<RenderRequest> = Object.fromEntries(entries);
  const { html } = set;
  if (url === "" && html !== undefined) return { ...set, html };
  return { url: /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`, ...set };
}
