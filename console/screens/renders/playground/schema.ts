import { queryOptions } from "@tanstack/react-query";
import {
  type ApiDocument,
  documentQuery,
  type FieldSchema,
  helpOf,
  resolveSchema,
  type Schemas,
} from "../../../api/openApi.ts";

/**
 * How a person enters an option. `code` is a long text; `lines` is a list with one entry per line; `headers` has a name and
 * value per line; `object` has a field for each of its parts.
 */
export type OptionKind = "flag" | "choice" | "number" | "text" | "code" | "lines" | "headers" | "json" | "object";

/** An option of a render. */
export type RenderOption = {
  /** Path of the option in the body: `clip.x` is a part of `clip`. */
  name: string;
  kind: OptionKind;
  /** Plain sentences. Empty if the schema has none. */
  help: string;
  /** Default as text. Null if the default depends on other options. */
  standard: string | null;
  choices: readonly string[];
  unit: string;
  /** Whether the API never shows it again. It stays out of the address. */
  isSecret: boolean;
  /** The meaning of no choice, in words. */
  unsetLabel: string;
  /** The parts of an `object`, also those of objects inside it. Else empty. */
  parts: readonly RenderOption[];
};

/** The options of `POST /render` from the API's own document. */
export const renderOptionsQuery = queryOptions({
  ...documentQuery,
  select: ({ components: { schemas } }: ApiDocument) => readOptions(schemas, schemas["RenderRequest"]),
});

/** The options that a preset can hold. */
export const presetOptionsQuery = queryOptions({
  ...documentQuery,
  select: ({ components: { schemas } }: ApiDocument) =>
    readOptions(schemas, schemas["PresetRequest"]?.properties?.["options"]).map(withoutDefault),
});

/** The capture options of a monitor. */
export const captureOptionsQuery = queryOptions({
  ...documentQuery,
  select: ({ components: { schemas } }: ApiDocument) =>
    readOptions(schemas, schemas["MonitorRequest"]?.properties?.["capture"]),
});

/** The capture options that many monitors can have as a default. */
export const defaultOptionsQuery = queryOptions({
  ...documentQuery,
  select: ({ components: { schemas } }: ApiDocument) =>
    readOptions(schemas, schemas["MonitorDefaultSettings"]?.properties?.["capture"]).map(withoutDefault),
});

/** The limits and options of a crawl. */
export const crawlOptionsQuery = queryOptions({
  ...documentQuery,
  select: ({ components: { schemas } }: ApiDocument) => readOptions(schemas, schemas["CrawlRequest"]),
});

/** The options of a batch. */
export const batchOptionsQuery = queryOptions({
  ...documentQuery,
  select: ({ components: { schemas } }: ApiDocument) => readOptions(schemas, schemas["BatchRequest"]),
});

/** The names of the options that a signed link can hold. */
export const linkOptionsQuery = queryOptions({
  ...documentQuery,
  select: ({ paths }: ApiDocument): readonly string[] =>
    (paths["/image/{key}/{signature}"]?.get?.parameters ?? []).map(({ name }) => name),
});

/** An option of a preset. A preset sets only what it names. */
function withoutDefault(option: RenderOption): RenderOption {
  return { ...option, standard: null, unsetLabel: "Not set", parts: option.parts.map(withoutDefault) };
}

function readOptions(schemas: Schemas, object: FieldSchema = {}): readonly RenderOption[] {
  return Object.entries(resolveSchema(schemas, object).properties ?? {}).map(([name, schema]) =>
    toOption(schemas, name, schema),
  );
}

function toOption(schemas: Schemas, name: string, option: FieldSchema): RenderOption {
  const schema = resolveSchema(schemas, option);
  const kind = kindOf(schema);
  // Cookies are objects with a secret inside.
  const isSecret = schema.writeOnly === true || (schema.type === "array" && schema.items?.type !== "string");
  return {
    name,
    kind,
    help: helpOf(schema),
    standard: schema.default === undefined ? null : String(schema.default),
    choices: schema.enum ?? [],
    unit: schema["x-unit"] ?? "",
    isSecret,
    unsetLabel: unsetWords[name] ?? "Default",
    parts:
      kind === "object" ? partsOf(schemas, name, schema).map((part) => (isSecret ? { ...part, isSecret } : part)) : [],
  };
}

const unsetWords: Readonly<Record<string, string>> = { device: "None", "pdf.format": "By the page, else a4" };

function partsOf(schemas: Schemas, name: string, { properties = {} }: FieldSchema): RenderOption[] {
  return Object.entries(properties).flatMap(([part, schema]) => {
    const option = toOption(schemas, `${name}.${part}`, schema);
    return option.kind === "object" ? option.parts : [option];
  });
}

/** A text that may be longer than this is entered as code. */
const maxTextChars = 8_192;

function kindOf({ type, enum: choices, items, properties, maxLength = 0 }: FieldSchema): OptionKind {
  if (choices !== undefined) return "choice";
  if (type === "boolean") return "flag";
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return items?.type === "string" ? "lines" : "json";
  if (type !== "object") return maxLength > maxTextChars ? "code" : "text";
  return properties === undefined ? "headers" : "object";
}
