import type { JsonSchema } from "#api/openapi/types.ts";
import { clientOptions, isIn } from "#schemas/options/index.ts";
import { isSchema } from "./jsonSchemas.ts";

/** Places whose commands have flags of captures. */
const commandUses = ["batch", "comparison", "crawl", "monitor", "recurring"] as const;

/** Flags that are not the option's name in kebab case. Every command has a `--timeout` for its wait. */
const otherNames: Readonly<Record<string, string>> = {
  timeout: "capture-timeout",
  "recording.seconds": "record",
  "recording.scroll": "record-scroll",
  "recording.format": "record-format",
};

/**
 * The flags of the command line for the options of a capture, as TypeScript. `resolve` gives a schema
 * without references in it and its properties.
 */
export function flagsText(render: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): string {
  const flags = Object.entries(Object(render["properties"]))
    .filter((entry): entry is [string, JsonSchema] => clientOptions.includes(entry[0]) && isSchema(entry[1]))
    .flatMap(([field, schema]) => {
      const notIn = commandUses.filter((use) => !isIn(field, use));
      return toFlags(field, resolve(schema)).map((flag) => ({ ...flag, ...(notIn.length > 0 && { notIn }) }));
    });
  const devices = flags.find(({ field }) => field === "device");
  const text = JSON.stringify(flags).replace(JSON.stringify(devices?.choices), "deviceNames");
  return `import { deviceNames } from "../../../typescript/src/generated/codes.ts";

/** The options of a capture that have a flag, in the order of the API's description. */
export const captureFlags = ${text} as const;
`;
}

/**
 * The flags of one option. An object of other things than numbers has a flag for each of its simple properties, and one that
 * takes the defaults of all, unless a name above stands for the object.
 */
function toFlags(field: string, schema: JsonSchema) {
  const properties: [string, JsonSchema][] = Object.entries(Object(schema["properties"]));
  if (schema["type"] !== "object" || properties.every(([, { type }]) => isNumber(type))) return [toFlag(field, schema)];
  const parts = properties
    .filter(([, { type, default: standard }]) => type !== "object" && standard !== true)
    .map(([part, property]) => ({ ...toFlag(`${field}.${part}`, property), field, part }));
  const isNamed = Object.keys(otherNames).some((name) => name.startsWith(`${field}.`));
  const { help } = toFlag(field, schema);
  return isNamed ? parts : [{ field, kind: "object", help }, ...parts];
}

function isNumber(type: unknown): boolean {
  return type === "integer" || type === "number";
}

function toFlag(field: string, schema: JsonSchema) {
  const { description, minimum, maximum, default: standard } = schema;
  // A switch that is on by default can only be turned off.
  const isOn = standard === true;
  const words = typeof description === "string" ? description.replaceAll("`", "") : "";
  return {
    field,
    ...(isOn && { flag: `--no-${field}` }),
    ...(otherNames[field] !== undefined && { flag: `--${otherNames[field]}` }),
    ...kindOf(schema),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(standard !== undefined && typeof standard !== "boolean" && { standard }),
    help: isOn ? `Turn this off: ${words}` : words,
  };
}

/** A text that may be longer than this comes from a file. */
const maxTextChars = 8_192;

function kindOf({ type, enum: choices, items, properties, required, maxLength }: JsonSchema) {
  if (Array.isArray(choices)) return { kind: "choice", choices };
  if (type === "boolean") return { kind: "switch" };
  if (isNumber(type)) return { kind: "number" };
  if (type === "array") return { kind: Object(items)["type"] === "object" ? "objects" : "list" };
  if (type === "string") return { kind: Number(maxLength) > maxTextChars ? "file" : "text" };
  if (type !== "object") return { kind: "text" };
  const parts = Object.keys(Object(properties));
  return { kind: "numbers", parts, least: Array.isArray(required) ? required.length : parts.length };
}
