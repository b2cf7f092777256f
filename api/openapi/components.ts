import type { TSchema } from "typebox";
import { commonKeyword, groupKeyword, hintKeyword, type Json, labelKeyword, sampleKeyword } from "#schemas/common.ts";
import { bareShapes } from "#schemas/preset.ts";
import { namedSchemas } from "./namedSchemas.ts";
import type { JsonSchema } from "./types.ts";

/** Keywords of which each place has its own value. */
const ownKeywords: ReadonlySet<string> = new Set(["default", labelKeyword, groupKeyword, commonKeyword, sampleKeyword]);

/** A named schema, as a reference needs it. */
type Named = { name: string; description: Json | undefined };

let schemasByText: ReadonlyMap<string, Named> | null = null;

/** The named schemas by their text, as `Type.Optional` copies its schema. The first document needs them, so no start waits. */
function shapesByText(): ReadonlyMap<string, Named> {
  schemasByText ??= new Map(
    [...Object.entries(namedSchemas), ...Object.entries(bareShapes)].map(([name, schema]) => {
      const shape = plain(schema);
      return [shapeText(shape), { name, description: shape["description"] }];
    }),
  );
  return schemasByText;
}

/** The text of a schema without what each place says of its own. */
function shapeText(schema: JsonSchema): string {
  const shape = Object.entries(schema).filter(([key]) => key !== "description" && !ownKeywords.has(key));
  return JSON.stringify(sorted(Object.fromEntries(shape)));
}

/** The same value with the keys of each object in order. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

/** Every named schema, for `components.schemas`; `bodies` are those of requests. */
export function componentSchemas(bodies: readonly TSchema[]): Record<string, JsonSchema> {
  const requests = new Set(bodies.map((schema) => JSON.stringify(schema)));
  return Object.fromEntries(
    Object.entries(namedSchemas).map(([name, schema]) => [
      name,
      requests.has(JSON.stringify(schema)) ? withoutDefaulted(refer(plain(schema))) : refer(plain(schema)),
    ]),
  );
}

/** The schema of a request's body. Fields with a default are not required. */
export function toRequestSchema(schema: TSchema): JsonSchema {
  const shown = toJsonSchema(schema);
  return "$ref" in shown ? shown : withoutDefaulted(shown);
}

/** A schema in the document: a reference if it is named, else itself with references inside. */
export function toJsonSchema(schema: TSchema): JsonSchema {
  const shown = plain(schema);
  return referenceTo(shown) ?? refer(shown);
}

/** A reference to the named schema of the same shape, with what its place says of it; null without such a schema. */
function referenceTo(schema: JsonSchema): JsonSchema | null {
  const shape = shapesByText().get(shapeText(schema));
  if (shape === undefined) return null;
  const { description, writeOnly } = schema;
  const isOwn = description !== undefined && description !== shape.description;
  return {
    $ref: `#/components/schemas/${shape.name}`,
    ...(isOwn && { description }),
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => ownKeywords.has(key))),
    ...(writeOnly !== undefined && { writeOnly }),
  };
}

/** Replaces the named schemas inside a schema, not the schema itself. */
function refer(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referDeep(value)]));
}

function referDeep(value: Json): Json {
  if (Array.isArray(value)) return value.map(referDeep);
  if (typeof value !== "object" || value === null) return value;
  return referenceTo(value) ?? refer(value);
}

/** The schema as JSON, without the hints of error messages: the descriptions say as much. */
function plain(schema: TSchema): JsonSchema {
  const value: JsonSchema = JSON.parse(
    JSON.stringify(schema, (key, inner: unknown) => (key === hintKeyword ? undefined : inner)),
  );
  return value;
}

/** The schema of a request in which no field with a default is required, at any depth. */
function withoutDefaulted(schema: JsonSchema): JsonSchema {
  const { required, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, isSchema(value) ? withoutDefaulted(value) : value]),
  );
  const properties = isSchema(rest["properties"]) ? rest["properties"] : {};
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const needed = names.filter((name) => !hasDefault(properties[name]));
  return needed.length > 0 ? { ...rest, required: needed } : rest;
}

function hasDefault(schema: Json | undefined): boolean {
  return isSchema(schema) && "default" in schema;
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
