import type { JsonSchema, OpenApiDocument, Operation, ResponseObject } from "#api/openapi/types.ts";
import { toTypeText } from "./schemaText.ts";
import { type Shape, shareFields, typeText } from "./shareFields.ts";

type Call = { method: string; path: string; operation: Operation };

/** Queries with as many fields get a name. */
const minNamedFields = 6;

/** One call per operation that a program makes: pages for people and the mail service's calls are left out. */
export function operationsText(document: OpenApiDocument): string {
  const calls = callsIn(document).filter(isForPrograms);
  const body = calls.map(callText).join("\n");
  const queries = shareFields(calls.map(queryOf).filter(hasName)).map(typeText);
  return [
    `import { Calls } from "../calls.ts";`,
    `import type * as api from "./shapes.ts";`,
    "",
    withShapes(document, queries.join("\n")),
    "/** Every operation of the API as one call. The resources of `Watchframe` build on them. */",
    "export class Operations extends Calls {",
    withShapes(document, body),
    "}",
    "",
  ].join("\n");
}

function callsIn(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The operation of that name. */
export function operationIn(document: OpenApiDocument, operationId: string): Operation {
  const found = callsIn(document).find(({ operation }) => operation.operationId === operationId);
  if (found === undefined || !isForPrograms(found)) throw new Error(`${operationId} is no operation for programs.`);
  return found.operation;
}

/** Code with the name of their module before the names of shapes. */
export function withShapes({ components }: OpenApiDocument, text: string): string {
  return text.replaceAll(/\/\*\*.*?\*\/|"[^"]*"|(?<![\w.])[A-Z]\w*/gs, (word) =>
    word in components.schemas ? `api.${word}` : word,
  );
}

export function isForPrograms({ operation }: Call): boolean {
  const { security = [{ apiKey: [] }] } = operation;
  const isHtml = successOf(operation).some(({ content = {} }) => "text/html" in content && !("image/png" in content));
  return !isHtml && !security.some((scheme) => "mailService" in scheme);
}

function callText(call: Call): string {
  const { method, path, operation } = call;
  const { operationId, summary, parameters = [], requestBody } = operation;
  const schema = requestBody?.content["application/json"]?.schema;
  const query = queryOf(call);
  const reply = replyOf(operation);
  const args = [
    ...parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `${name}: string`),
    ...(schema === undefined ? [] : [`body${requestBody?.required === true ? "" : "?"}: ${toTypeText(schema)}`]),
    ...(query.fields.size === 0 ? [] : [`query${needsQuery(operation) ? "" : "?"}: ${queryText(query)}`]),
  ];
  const parts = [
    `${method} ${path}`,
    ...(schema === undefined ? [] : ["body"]),
    ...(query.fields.size === 0 ? [] : ["query"]),
    ...(parameters.some(({ name }) => name === "Idempotency-Key") ? ["idempotent"] : []),
  ];
  const types = [`[${args.join(", ")}]`, ...(typeof reply === "string" ? [] : [toTypeText(reply)])];
  const make = typeof reply === "string" ? "raw" : "json";
  return `/** ${summary}. \`${method} ${path}\` */
readonly ${operationId} = this.${make}<${types.join(", ")}>(${parts.map((part) => JSON.stringify(part)).join(", ")});`;
}

function needsQuery({ parameters = [] }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === "query" && parameter.required);
}

/** The query of a call as a shape. */
function queryOf({ operation: { operationId, summary, parameters = [] } }: Call): Shape {
  const query = parameters.filter((parameter) => parameter.in === "query");
  const fields = query.map(
    ({ name, required, schema }) => [name, `${name}${required ? "" : "?"}: ${toTypeText(schema)};`] as const,
  );
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1).replace(/Query$/, "")}Query`;
  return { name, doc: `/** Query of: ${summary}. */\n`, fields: new Map(fields), index: null, base: null, heirs: [] };
}

function hasName({ fields }: Shape): boolean {
  return fields.size >= minNamedFields;
}

function queryText(query: Shape): string {
  return hasName(query) ? query.name : `{ ${[...query.fields.values()].join(" ")} }`;
}

/** The schema of a reply's JSON. "bytes" are also a stream or a document of another standard. */
export function replyOf(operation: Operation): JsonSchema | "bytes" | "none" {
  const bodies = successOf(operation).flatMap(({ content = {} }) => Object.entries(content));
  const [first] = bodies;
  if (first === undefined) return "none";
  const isJson = bodies.every(([type]) => type === "application/json");
  return isJson && !isOpen(first[1].schema) ? first[1].schema : "bytes";
}

/** Whether a schema names no field. */
function isOpen({ type, properties }: JsonSchema): boolean {
  return type === "object" && properties === undefined;
}

function successOf({ responses }: Operation): ResponseObject[] {
  return Object.entries(responses).flatMap(([status, response]) => (Number(status) < 300 ? [response] : []));
}
