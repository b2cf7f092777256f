import type { JsonSchema } from "#api/openapi/types.ts";

/** TypeScript text of a JSON Schema of the OpenAPI document. References become the names of the shapes. */
export function toTypeText(schema: JsonSchema): string {
  if (typeof schema["$ref"] === "string") return schema["$ref"].replace("#/components/schemas/", "");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = schemasIn(schema["anyOf"] ?? schema["oneOf"]);
  if (alternatives.length > 0) return [...new Set(alternatives.map(toTypeText))].join(" | ");
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
  return text.includes("|") ? `(${text})[]` : `${text}[]`;
}

function objectType(schema: JsonSchema): string {
  const forms = schema["x-forms"];
  return Array.isArray(forms) ? forms.map((fields) => formType(schema, fields)).join(" | ") : fieldsType(schema);
}

/** One form of an object, which has exactly the fields of its list. */
function formType(schema: JsonSchema, fields: unknown): string {
  const names = Array.isArray(fields) ? fields.filter((field) => typeof field === "string") : [];
  const properties = Object.fromEntries(entriesOf(schema["properties"]).filter(([name]) => names.includes(name)));
  return fieldsType({ properties, required: names });
}

function fieldsType(schema: JsonSchema): string {
  const { properties, required } = schema;
  const names = new Set(Array.isArray(required) ? required : []);
  const lines = entriesOf(properties).map(([name, value]) => {
    const mark = names.has(name) ? "" : "?";
    return `${docText(value)}${keyText(name)}${mark}: ${toTypeText(value)};`;
  });
  const values = entriesOf(schema["patternProperties"]).map(([, value]) => value);
  if (schema["additionalProperties"] === true) values.push({});
  // A named property must fit the index as well, so an open object with properties has unknown others.
  const [value] = values;
  if (value !== undefined) lines.push(`[name: string]: ${lines.length > 0 ? "unknown" : toTypeText(value)};`);
  return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("\n")}\n}`;
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

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
