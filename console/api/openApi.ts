import { queryOptions } from "@tanstack/react-query";
import { wf } from "./client.ts";

/** The parts of a JSON Schema that forms read. */
export type FieldSchema = {
  $ref?: string;
  type?: string;
  enum?: string[];
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  properties?: Record<string, FieldSchema>;
  required?: string[];
  default?: string | number | boolean;
  description?: string;
  writeOnly?: boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  "x-unit"?: string;
  "x-label"?: string;
};

export type Schemas = Readonly<Record<string, FieldSchema>>;

export type ApiDocument = {
  components: { schemas: Record<string, FieldSchema> };
  paths: Record<string, { get?: { parameters?: { name: string }[] } }>;
};

/** The API's own description. */
export const documentQuery = queryOptions({
  queryKey: ["openapi"],
  queryFn: async ({ signal }): Promise<ApiDocument> => (await wf.operations.getOpenApi({ signal })).json(),
  staleTime: Infinity,
});

/** A schema, or the one that it refers to, with what stands beside the reference. The entries of a list also. */
export function resolveSchema(schemas: Schemas, schema: FieldSchema = {}): FieldSchema {
  const { items, ...whole } = { ...schemas[schema.$ref?.split("/").at(-1) ?? ""], ...schema };
  return { ...whole, ...(items !== undefined && { items: resolveSchema(schemas, items) }) };
}

/** The description of a schema as plain text. Empty without one. */
export function helpOf({ description = "" }: FieldSchema): string {
  return description.replaceAll("`", "");
}
