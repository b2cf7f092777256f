import type { JsonSchema, OpenApiDocument, Operation, Parameter, ResponseObject } from "#api/openapi/types.ts";
import { toTypeText } from "./schemaText.ts";

type Call = { method: string; path: string; operation: Operation };

/** One method per operation that a program calls: pages for people and the mail service's calls are left out. */
export function operationsText(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const methods = calls.filter(isForPrograms).map(methodText);
  const body = methods.join("\n\n");
  const code = body.replaceAll(/\/\*\*.*?\*\//gs, "");
  const shapes = Object.keys(document.components.schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return [
    `import type { CallOptions, Send } from "../transport.ts";`,
    `import type { ${shapes.join(", ")} } from "./shapes.ts";`,
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
  const reply = replyText(operation);
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
    reply === null
      ? `${operationId}(${args.join(", ")}): Promise<Response> { return this.#send.raw({ ${request} }, options); }`
      : `${operationId}(${args.join(", ")}): Promise<${reply}> { return this.#send.json({ ${request} }, options); }`;
  return `/** ${summary}. \`${method} ${path}\` */\n${call}`;
}

function pathText(path: string): string {
  const text = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${name})}`);
  return text === path ? JSON.stringify(path) : `\`${text}\``;
}

function queryText(query: readonly Parameter[]): string {
  return `{ ${query.map(({ name, required, schema }) => `${name}${required ? "" : "?"}: ${toTypeText(schema)}`).join("; ")} }`;
}

/** The type of the reply's JSON. Null if the reply is bytes, a stream or a document of another standard, or has no body. */
function replyText(operation: Operation): string | null {
  const bodies = successOf(operation).flatMap(({ content = {} }) => Object.entries(content));
  const [first] = bodies;
  const isJson = bodies.length > 0 && bodies.every(([type]) => type === "application/json");
  return isJson && first !== undefined && !isOpen(first[1].schema) ? toTypeText(first[1].schema) : null;
}

/** Whether a schema names no field. */
function isOpen({ type, properties }: JsonSchema): boolean {
  return type === "object" && properties === undefined;
}

function successOf({ responses }: Operation): ResponseObject[] {
  return Object.entries(responses).flatMap(([status, response]) => (Number(status) < 300 ? [response] : []));
}
