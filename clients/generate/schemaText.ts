import type { JsonSchema } from "#api/openapi/types.ts";
import { isSchema } from "./jsonSchemas.ts";

/** A shape with many fields. Other shapes take the fields that they have in common from it, by `Pick` or `Omit`. */
export type BaseShape = { name: string; fields: ReadonlyMap<string, string> };

/** Minimum number of common fields for which a type refers to the base shape. */
const minCommonFields = 8;

/** The base shape of that name, from its schema. */
export function toBaseShape(name: string, schema: JsonSchema): BaseShape {
  return { name, fields: fieldTexts(schema) };
}

/**
 * TypeScript text of a JSON Schema of the OpenAPI document. References become the names of the shapes. Objects with many
 * fields of a base shape refer to it.
 */
export function toTypeText(schema: JsonSchema, bases: readonly BaseShape[] = []): string {
  if (typeof schema["$ref"] === "string") return schema["$ref"].replace("#/components/schemas/", "");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = schemasIn(schema["anyOf"] ?? schema["oneOf"]);
  if (alternatives.length > 0) return [...new Set(alternatives.map((form) => toTypeText(form, bases)))].join(" | ");
  return plainType(schema, bases);
}

const plainTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

function plainType(schema: JsonSchema, bases: readonly BaseShape[] = []): string {
  const { type } = schema;
  if (type === "array") return arrayType(schema, bases);
  if (type === "object") return objectType(schema, bases);
  return typeof type === "string" ? (plainTypes[type] ?? "unknown") : "unknown";
}

function arrayType({ items }: JsonSchema, bases: readonly BaseShape[] = []): string {
  const [item] = schemasIn([items]);
  const text = item === undefined ? "unknown" : toTypeText(item, bases);
  return /[|&]/.test(text) ? `(${text})[]` : `${text}[]`;
}

function objectType(schema: JsonSchema, bases: readonly BaseShape[] = []): string {
  const forms = schema["x-forms"];
  if (Array.isArray(forms)) return forms.map((fields) => formType(schema, fields)).join(" | ");
  return fieldsType(schema, bases);
}

/** One form of an object, which has exactly the fields of its list. */
function formType(schema: JsonSchema, fields: unknown): string {
  const names = Array.isArray(fields) ? fields.filter((field) => typeof field === "string") : [];
  const properties = Object.fromEntries(entriesOf(schema["properties"]).filter(([name]) => names.includes(name)));
  return fieldsType({ properties, required: names });
}

function fieldsType(schema: JsonSchema, bases: readonly BaseShape[] = []): string {
  const fields = fieldTexts(schema, bases);
  // An index of unknown values would widen the fields of the base shape as well.
  const isOpen = schema["additionalProperties"] === true || schema["patternProperties"] !== undefined;
  const base = isOpen ? null : closest(fields, bases);
  if (base === null) return bodyText(schema, [...fields.values()]);
  const common = commonFields(fields, base);
  const own = [...fields].filter(([name]) => !common.includes(name)).map(([, text]) => text);
  return own.length === 0 ? commonText(base, common) : `${commonText(base, common)} & ${bodyText(schema, own)}`;
}

/** The base shape that has most fields in common with an object; null if all have few. */
function closest(fields: BaseShape["fields"], bases: readonly BaseShape[]): BaseShape | null {
  const [first] = bases.toSorted((a, b) => commonFields(fields, b).length - commonFields(fields, a).length);
  return first !== undefined && commonFields(fields, first).length >= minCommonFields ? first : null;
}

function commonFields(fields: BaseShape["fields"], base: BaseShape): string[] {
  return [...fields.keys()].filter((name) => fields.get(name) === base.fields.get(name));
}

/** The fields of a base shape that another one has as well: the shorter of the list of them and the list of the others. */
function commonText({ name, fields }: BaseShape, common: readonly string[]): string {
  const others = [...fields.keys()].filter((field) => !common.includes(field));
  if (others.length === 0) return name;
  const [utility, list] = others.length < common.length ? ["Omit", others] : ["Pick", common];
  return `${utility}<${name}, ${list.map((field) => JSON.stringify(field)).join(" | ")}>`;
}

/** The text of each field of an object, with its comment. */
function fieldTexts({ properties, required }: JsonSchema, bases: readonly BaseShape[] = []): Map<string, string> {
  const names = new Set(Array.isArray(required) ? required : []);
  return new Map(
    entriesOf(properties).map(([name, value]) => {
      const mark = names.has(name) ? "" : "?";
      return [name, `${docText(value)}${keyText(name)}${mark}: ${toTypeText(value, bases)};`];
    }),
  );
}

function bodyText(schema: JsonSchema, fields: readonly string[]): string {
  const lines = [...fields];
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
