import type { JsonSchema, OpenApiDocument, Operation } from "#api/openapi/types.ts";
import type { FoundMethod } from "./clientMethods.ts";
import { isOverridden } from "./filesByHand.ts";
import { isSchema } from "./jsonSchemas.ts";
import { operationIn, replyOf } from "./operationsText.ts";
import { toTypeText } from "./schemaText.ts";

/** Arguments of a method, and the value that the operation gets for them. */
type Argument = { declared: readonly string[]; value: string };

/** Methods of a resource, as TypeScript. */
export function methodsText(document: OpenApiDocument, methods: readonly FoundMethod[]): string {
  return methods.map((method) => callText(document, method) ?? methodText(document, method)).join("\n");
}

/** A method that is its operation, or only takes one field out of its reply. Null for another method. */
function callText(document: OpenApiDocument, found: FoundMethod): string | null {
  const { resource, method, operationId, help, unwrap } = found;
  const operation = operationIn(document, operationId);
  const hasQuery = operation.parameters?.some((parameter) => parameter.in === "query") === true;
  const isOther = found.args !== undefined || found.body !== undefined || hasQuery || replyOf(operation) === "none";
  if (isOther || (resource !== null && isOverridden(resource, method))) return null;
  const call = `this.operations.${operationId}`;
  return `/** ${help} */\nreadonly ${method} = ${unwrap === undefined ? call : `part("${unwrap}", ${call})`};`;
}

function methodText(document: OpenApiDocument, method: FoundMethod): string {
  const operation = operationIn(document, method.operationId);
  const path = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "path")
    // The resource's own id needs no other name.
    .map(({ name }, index) => (index === 0 && name.endsWith("Id") ? "id" : name));
  const args: Argument[] = [
    ...path.map((name) => ({ declared: [`${name}: string`], value: name })),
    ...bodyArguments(document, method, operation),
    ...queryArguments(method, operation, path.length),
  ];
  const declared = [...args.flatMap((arg) => arg.declared), "options?: CallOptions"].join(", ");
  const call = `this.operations.${method.operationId}(${[...args.map(({ value }) => value), "options"].join(", ")})`;
  const { prefix = "", type, value } = resultOf(document, { method, operation, call });
  return `\n/** ${method.help} */\n${prefix}${method.method}(${declared}): ${type} { ${value}; }\n`;
}

type Called = { method: FoundMethod; operation: Operation; call: string };

/** The result of a method: a list, a part of the reply, or the reply. */
function resultOf(document: OpenApiDocument, { method: { list, unwrap }, operation, call }: Called) {
  const reply = replyOf(operation);
  if (reply === "none") return { prefix: "async ", type: "Promise<void>", value: `await ${call}` };
  if (reply === "bytes") return { type: "Promise<Response>", value: `return ${call}` };
  if (list !== undefined) {
    const { items } = fieldOf(document, reply, list);
    const item = toTypeText(isSchema(items) ? items : {});
    return { type: `List<${item}>`, value: `return List.of("${list}", (at) => ${call})` };
  }
  if (unwrap === undefined) return { type: `Promise<${toTypeText(reply)}>`, value: `return ${call}` };
  const type = toTypeText(fieldOf(document, reply, unwrap));
  const [whole] = type.split(" | null");
  const part = `(await ${call}).${unwrap}`;
  return {
    prefix: "async ",
    type: `Promise<${shorter(whole ?? type, `${toTypeText(reply)}["${unwrap}"]`)}>`,
    value: `return ${whole === type ? part : `partOf(${part})`}`,
  };
}

/** A type's text, or the path to it if it is an object without a name. */
function shorter(text: string, path: string): string {
  return text.includes("{") ? path : text;
}

function bodyArguments(document: OpenApiDocument, { args, body = {} }: FoundMethod, operation: Operation): Argument[] {
  const { operationId, requestBody } = operation;
  const schema = requestBody?.content["application/json"]?.schema;
  if (schema === undefined) return [];
  const isRequired = requestBody?.required === true;
  const constants = Object.entries(body).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (args === undefined) {
    const type = shorter(toTypeText(schema), `Parameters<Operations["${operationId}"]>[0]`);
    const names = Object.keys(body).map((name) => JSON.stringify(name));
    const declared = `request: ${names.length === 0 ? type : `Omit<${type}, ${names.join(" | ")}>`}`;
    const value = names.length === 0 ? "request" : `{ ...request, ${constants.join(", ")} }`;
    return [{ declared: [isRequired ? declared : `${declared} = {}`], value }];
  }
  const fields = Object.entries(args).map(([name, field]) => {
    const { items, ...fieldSchema } = fieldOf(document, schema, field);
    const path = `NonNullable<${toTypeText(schema)}["${field}"]>`;
    const isList = isSchema(items);
    const type = isList
      ? `readonly ${shorter(toTypeText(items), `${path}[number]`)}[]`
      : shorter(toTypeText(fieldSchema), path);
    const value = isList ? `${field}: [...${name}]` : name === field ? name : `${field}: ${name}`;
    return {
      declared: `${name}${isRequired ? "" : "?"}: ${type}`,
      value: isRequired ? value : `...(${name} !== undefined && { ${value} })`,
    };
  });
  const value = [...fields.map((field) => field.value), ...constants].join(", ");
  return [{ declared: fields.map(({ declared }) => declared), value: `{ ${value} }` }];
}

function queryArguments({ list, query: fixed }: FoundMethod, operation: Operation, position: number): Argument[] {
  const names = (operation.parameters ?? []).flatMap(({ name, in: place }) => (place === "query" ? name : []));
  if (names.length === 0) return [];
  if (fixed !== undefined) return [{ declared: [], value: JSON.stringify(fixed) }];
  const type = `Operations["${operation.operationId}"]`;
  if (list === undefined) return [{ declared: [`query: Parameters<${type}>[${position}] = {}`], value: "query" }];
  const declared = `query: ListQuery<${type}${position === 0 ? "" : `, ${position}`}> = {}`;
  return [{ declared: [declared], value: "{ ...query, ...at }" }];
}

/** The schema of a field of an object. */
function fieldOf({ components }: OpenApiDocument, { $ref, ...own }: JsonSchema, field: string): JsonSchema {
  const object = typeof $ref === "string" ? components.schemas[$ref.replace("#/components/schemas/", "")] : own;
  const { [field]: schema } = isSchema(object?.["properties"]) ? object["properties"] : {};
  if (!isSchema(schema)) throw new Error(`There is no field ${field} in ${JSON.stringify($ref ?? own)}.`);
  return schema;
}
