import type { JsonSchema, OpenApiDocument, Operation, Parameter, ResponseObject } from "#api/openapi/types.ts";
import { toTypeText } from "./schemaText.ts";

type Call = { method: string; path: string; operation: Operation };

/** One method per operation that a program calls: pages for people and the mail service's calls are left out. */
export function operationsText(document: OpenApiDocument): string {
  const body = callsIn(document).filter(isForPrograms).map(methodText).join("\n\n");
  return [
    `import type { CallOptions, Send } from "../transport.ts";`,
    `import type { ${shapesIn(document, body).join(", ")} } from "./shapes.ts";`,
    "",
    "/** Every operation of the API as one call. The resources of `Watchframe` build on them. */",
    "export class Operations {",
    "readonly #send: Send;",
    "",
    "constructor(send: Send) { this.#send = send; }",
    "",
    body,
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

/** Names of the shapes in a code. */
export function shapesIn({ components }: OpenApiDocument, text: string): string[] {
  const names = new Set(text.replaceAll(/\/\*\*.*?\*\//gs, "").split(/\W+/));
  return Object.keys(components.schemas).filter((name) => names.has(name));
}

export function isForPrograms({ operation }: Call): boolean {
  const { security = [{ apiKey: [] }] } = operation;
  const isHtml = successOf(operation).some(({ content = {} }) => "text/html" in content && !("image/png" in content));
  return !isHtml && !security.some((scheme) => "mailService" in scheme);
}

function methodText({ method, path, operation }: Call): string {
  const { operationId, summary, parameters = [], requestBody } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const query = parameters.filter((parameter) => parameter.in === "query");
  const schema = requestBody?.content["application/json"]?.schema;
  const needsQuery = query.some(({ required }) => required);
  const reply = replyOf(operation);
  const args = [
    ...inPath.map(({ name }) => `${name}: string`),
    ...(schema === undefined ? [] : [`body: ${toTypeText(schema)}${requestBody?.required === true ? "" : " = {}"}`]),
    ...(query.length === 0 ? [] : [`query: ${queryText(query)}${needsQuery ? "" : " = {}"}`]),
    "options: CallOptions = {}",
  ];
  const request = [
    `method: ${JSON.stringify(method)}`,
    `path: ${pathText(path)}`,
    ...(schema === undefined ? [] : ["body"]),
    ...(query.length === 0 ? [] : ["query"]),
    ...(parameters.some(({ name }) => name === "Idempotency-Key") ? ["idempotent: true"] : []),
  ].join(", ");
  const call =
    reply === "bytes" || reply === "none"
      ? `${operationId}(${args.join(", ")}): Promise<Response> { return this.#send.raw({ ${request} }, options); }`
      : `${operationId}(${args.join(", ")}): Promise<${toTypeText(reply)}> { return this.#send.json({ ${request} }, options); }`;
  return `/** ${summary}. \`${method} ${path}\` */\n${call}`;
}

function pathText(path: string): string {
  const text = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${name})}`);
  return text === path ? JSON.stringify(path) : `\`${text}\``;
}

function queryText(query: readonly Parameter[]): string {
  return `{ ${query.map(({ name, required, schema }) => `${name}${required ? "" : "?"}: ${toTypeText(schema)}`).join("; ")} }`;
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
