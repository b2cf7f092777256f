import type { Json } from "#schemas/common.ts";

/** The parts of an OpenAPI 3.1 document that this API uses. */
export type OpenApiDocument = {
  openapi: "3.1.0";
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, { [key: string]: Json }>;
  };
};

export type Method = "get" | "post" | "patch" | "delete";
export type PathItem = { [Name in Method]?: Operation };

/** A JSON schema in the document. */
export type JsonSchema = { [key: string]: Json };
export type Reference = { $ref: string };
export type Header = { description: string; schema: JsonSchema };
type MediaType = {
  schema: JsonSchema;
  example?: Json;
  examples?: Record<string, { summary: string; value: Json }>;
};
export type Content = Record<string, MediaType>;
export type ResponseObject = {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
  links?: Record<string, Link>;
};

/** An operation that uses a value of a reply. */
type Link = { operationId: string; parameters: Record<string, string> };

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  style?: "form";
  explode?: boolean;
};

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject>;
};
