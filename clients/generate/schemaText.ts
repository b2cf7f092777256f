import type { JsonSchema } from "#api/openapi/types.ts";
import { isSchema } from "./jsonSchemas.ts";

/** TypeScript text of a JSON Schema of the OpenAPI document. References become the names of the shapes. */
export function toTypeText(schema: JsonSchema): string {
  if (typeof schema["$ref"] === "string") return schema["$ref"].replace("#/components/schemas/", "");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = schemasIn(schema["anyOf"] ?? schema["oneOf"]);
  if (alternatives.length > 0) return [...new Set(alternatives.map((form) => toTypeText(form)))].join(" | ");
  return plainType(schema);
}

const plainTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

function plainType(schema: JsonSchema): string {
  const { type } = schema;
  if (type === "array") return arrayType(schema);
  if (type === "object") return objectType(schema);
  return typeof type === "string" ? (plainTypes[type] ?? "unknown") : "unknown";
}

function arrayType({ items }: JsonSchema): string {
  const [item] = schemasIn([items]);
  const text = item === undefined ? "unknown" : toTypeText(item);
  return /[|&]/.test(text) ? `(${text})[]` : `${text}[]`;
}

function objectType(schema: JsonSchema): string {
  const forms = schema["x-forms"];
  if (Array.isArray(forms)) return forms.map((fields) => formType(schema, fields)).join(" | ");
  return bodyText(schema);
}

/** One form of an object, which has exactly the fields of its list. */
function formType(schema: JsonSchema, fields: unknown): string {
  const names = Array.isArray(fields) ? fields.filter((field) => typeof field === "string") : [];
  const properties = Object.fromEntries(entriesOf(schema["properties"]).filter(([name]) => names.includes(name)));
  return bodyText({ properties, required: names });
}

/** The text of each field of an object, with its comment. */
export function fieldTexts({ properties, required }: JsonSchema): Map<string, string> {
  const names = new Set(Array.isArray(required) ? required : []);
  return new Map(
    entriesOf(properties).map(([name, value]) => {
      const mark = names.has(name) ? "" : "?";
      return [name, `${docText(value)}${keyText(name)}${mark}: ${toTypeText(value)};`];
    }),
  );
}

function bodyText(schema: JsonSchema): string {
  const index = indexText(schema);
  const lines = [...fieldTexts(schema).values(), ...(index === null ? [] : [index])];
  return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("\n")}\n}`;
}

/** The index of an open object. Null for a closed one. */
export function indexText({ properties, additionalProperties, patternProperties }: JsonSchema): string | null {
  const values = entriesOf(patternProperties).map(([, value]) => value);
  const [value] = additionalProperties === true ? [...values, {}] : values;
  if (value === undefined) return null;
  // A named property must fit the index as well, so an open object with properties has unknown others.
  return `[name: string]: ${entriesOf(properties).length > 0 ? "unknown" : toTypeText(value)};`;
}

function keyText(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}

/** The description of a schema as a comment with a line break, or nothing. */
export function docText({ description }: JsonSchema): string {
  if (typeof description !== "string") return "";
  return `/** ${description.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n`;
}

function schemasIn(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function entriesOf(value: unknown): [string, JsonSchema][] {
  if (!isSchema(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]));
}
