import type { JsonSchema } from "#api/openapi/types.ts";
import { settingFlags } from "#schemas/monitor/monitor.ts";
import { isSchema } from "./jsonSchemas.ts";

/**
 * The flags of the command line for the settings of a monitor, as TypeScript. `body` is the schema of a new monitor without
 * references in it and its properties, which `resolve` also gives of other schemas.
 */
export function settingFlagsText(body: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): string {
  const flags = settingFlags.map(({ path, flag, label }) => ({
    path,
    flag: `--${flag}`,
    label,
    ...describe(schemaAt(body, path.split(".")), resolve),
  }));
  return `/** The settings of a monitor that have a flag, in the order of the API's description. */
export const settingFlags = ${JSON.stringify(flags)} as const;
`;
}

/** The names of the settings in the body of a new monitor, as TypeScript. */
export function settingsText({ properties }: JsonSchema): string {
  return `/** Names of the settings in the body of a new monitor. */
export const monitorSettings = ${JSON.stringify(Object.keys(Object(properties)))} as const;
`;
}

/** @throws {Error} The body has no such field. */
function schemaAt(body: JsonSchema, [name = "", ...rest]: readonly string[]): JsonSchema {
  const field: unknown = Object(body["properties"])[name];
  if (!isSchema(field)) throw new Error(`A flag names ${name}, which no new monitor has.`);
  return rest.length === 0 ? field : schemaAt(field, rest);
}

function describe(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema) {
  const { description, minimum, maximum, default: standard } = schema;
  return {
    ...kindOf(schema, resolve),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(standard !== undefined && { standard }),
    help: typeof description === "string" ? inFlags(description) : "",
  };
}

/** The first sentence of a description as the help has it: with flags for the settings that it names, and in lower case. */
function inFlags(description: string): string {
  const [sentence = ""] = /^.*?[.:](?= |$)/s.exec(description) ?? [description];
  const start = sentence.replace(/:$/, ".").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  return start.replaceAll(/`([^`]+)`/g, (_, name: string) => {
    const own = settingFlags.find(({ path }) => path === name);
    return own === undefined ? name : `--${own.flag}`;
  });
}

function kindOf(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): { kind: string; choices?: unknown } {
  const { type, enum: choices, minimum, maximum, anyOf } = schema;
  if (Array.isArray(anyOf)) return { kind: isHours(anyOf.filter(isSchema).map(resolve)) ? "hours" : "conditions" };
  if (Array.isArray(choices)) return { kind: "choice", choices };
  if (type === "boolean") return { kind: "pair" };
  if (type === "number" && minimum === 0 && maximum === 1) return { kind: "share" };
  if (type === "integer" || type === "number") return { kind: "number" };
  return { kind: type === "array" ? "list" : "text" };
}

/** Hours of a day are an object with `from` and `to`. */
function isHours(forms: readonly JsonSchema[]): boolean {
  return forms.some((form) => Object.keys(Object(form["properties"])).join() === "from,to");
}
