import type { Json } from "#schemas/common.ts";
import type { JsonSchema } from "./types.ts";

/** The schema of a request in which no field that has a default is required, at any depth: it need not be sent. */
export function withoutDefaulted(schema: JsonSchema): JsonSchema {
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
