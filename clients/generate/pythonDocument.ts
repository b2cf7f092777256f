import type { JsonSchema, OpenApiDocument, Operation, PathItem, ResponseObject } from "#api/openapi/types.ts";
import { isForPrograms } from "./operationsText.ts";
import { isSchema, mapValues } from "./jsonSchemas.ts";

/**
 * The document as the generator of the Python client needs it. It keeps what the client can use: operations for programs,
 * their successful replies and their schemas.
 */
export function pythonDocument(document: OpenApiDocument): object {
  const { schemas } = document.components;
  return {
    openapi: document.openapi,
    info: { title: document.info.title, version: document.info.version },
    paths: Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, toItem(item)])),
    components: {
      schemas: mapValues(schemas, (schema, name) => toSchema(schema, name)),
    },
  };
}

function toItem(item: PathItem): object {
  const kept = Object.entries(item).filter(([method, operation]) => isForPrograms({ method, path: "", operation }));
  return Object.fromEntries(kept.map(([method, operation]) => [method, toOperation(operation)]));
}

function toOperation({ operationId, summary, parameters = [], requestBody, responses }: Operation): object {
  const schema = requestBody?.content["application/json"]?.schema;
  return {
    operationId,
    summary,
    tags: ["operations"],
    parameters: parameters
      // Events have a call of their own, which sends this header itself.
      .filter(({ name }) => name !== "Last-Event-ID")
      .map((parameter) => ({ ...parameter, schema: toSchema(parameter.schema, parameter.name) })),
    ...(schema !== undefined && {
      requestBody: { required: requestBody?.required, content: { "application/json": { schema: toSchema(schema) } } },
    }),
    responses: toResponses(responses),
  };
}

/** The first successful reply. The transport of the client turns all errors into exceptions. */
function toResponses(responses: Operation["responses"]): object {
  const [status, response] = Object.entries(responses).find(([code]) => Number(code) < 300) ?? [];
  if (status === undefined || response === undefined) throw new Error("An operation has no successful reply.");
  return { [status]: { description: response.description, ...contentOf(response) } };
}

/** JSON of a known shape, else bytes, else nothing. */
function contentOf({ content = {} }: ResponseObject): object {
  const types = Object.keys(content);
  if (types.length === 0) return {};
  const schema = types.every((type) => type === "application/json") ? content["application/json"]?.schema : undefined;
  const isKnown = schema !== undefined && !(schema["type"] === "object" && schema["properties"] === undefined);
  return isKnown
    ? { content: { "application/json": { schema: { title: "Reply", ...toSchema(schema) } } } }
    : { content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } };
}

/** Keywords that the generator would turn into code that the client does not want. */
const droppedKeywords: ReadonlySet<string> = new Set([
  // The API fills in defaults. The generated classes would send them, and the API warns of options without effect.
  "default",
  // Only instants get a class of Python. Ids, addresses and dates stay texts, as they are in webhooks and addresses.
  "format",
  // Open objects get `additionalProperties`, which the generator knows.
  "patternProperties",
  "examples",
  "example",
]);

/** A schema without what is dropped. `name` is that of its field. */
function toSchema({ $ref, ...schema }: JsonSchema, name = ""): JsonSchema {
  // The generator ignores what stands beside a reference.
  const result: JsonSchema =
    $ref === undefined ? {} : Object.keys(schema).length === 0 ? { $ref } : { allOf: [{ $ref }] };
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties" && isSchema(value)) result[keyword] = mapValues(value, toSchemaOrSelf);
    else if (!droppedKeywords.has(keyword)) result[keyword] = deep(value, name);
  }
  if (schema["format"] === "date-time") result["format"] = "date-time";
  const [open] = isSchema(schema["patternProperties"]) ? Object.values(schema["patternProperties"]) : [];
  if (isSchema(open)) result["additionalProperties"] = toSchema(open, name);
  // An object is closed, unless its schema says otherwise.
  else if (schema["type"] === "object") result["additionalProperties"] ??= schema["properties"] === undefined;
  // The generator does not pass `writeOnly` on to its templates, but it passes examples on.
  if (isSecret(schema)) result["example"] = "secret";
  const description = describe(schema);
  if (description !== "") result["description"] = description;
  return result;
}

/** Whether the API never shows a field, in one of its forms at least. */
function isSecret({ writeOnly, anyOf }: JsonSchema): boolean {
  return writeOnly === true || (Array.isArray(anyOf) && anyOf.some((form) => isSchema(form) && isSecret(form)));
}

/** The description, with the default that the API fills in. */
function describe({ description, default: fallback }: JsonSchema): string {
  const text = typeof description === "string" ? description : "";
  if (fallback === undefined || /\bDefault: /.test(text)) return text;
  return `${text} Default: ${JSON.stringify(fallback)}.`.trim();
}

function deep(value: JsonSchema[string], name: string): JsonSchema[string] {
  if (Array.isArray(value)) return value.map((each) => (isSchema(each) ? toForm(toSchema(each, name), name) : each));
  return isSchema(value) ? toSchema(value, name) : value;
}

/** One of several forms has no name. The name of the field, or its type, reads better than a number. */
function toForm(schema: JsonSchema, name: string): JsonSchema {
  const { items, properties } = schema;
  if (isSchema(items)) return { ...schema, items: { title: `${name}_item`, ...items } };
  const type = isSchema(properties) && isSchema(properties["type"]) ? properties["type"] : {};
  const [kind, ...others] = Array.isArray(type["enum"]) ? type["enum"] : [];
  return { title: typeof kind === "string" && others.length === 0 ? `${name}_${kind}` : name, ...schema };
}

function toSchemaOrSelf(value: JsonSchema[string], name: string): JsonSchema[string] {
  return isSchema(value) ? toSchema(value, name) : value;
}
