import addFormats from "ajv-formats";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "chai";
import { openApi } from "#api/openapi/document.ts";
import type { Operation } from "#api/openapi/types.ts";
import { routes } from "#api/routes.ts";
import { keepReply } from "./keepReply.ts";

/** The interface description all replies of the tests are held against. */
export const document = openApi(routes, { publicUrl: "http://api.test" });

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "openapi", ...document });

/** Fails unless the value is one of the schema that a pointer into the interface description leads to. */
export function expectSchemaAt(pointer: readonly string[], value: unknown): void {
  expectSchema(`#/${pointer.map(escapePointer).join("/")}`, value, pointer.join(" "));
}

export type ReplyToCheck = { method: string; path: string; status: number; headers: Headers; body: unknown };

/** Fails unless the reply is one that the interface description promises for this request. */
export function expectDocumented({ method, path, status, headers, body }: ReplyToCheck): void {
  const where = `${method} ${path} → ${status}`;
  expect(headers.get("x-request-id"), where).to.match(/^[A-Za-z0-9-]{8,64}$/);
  expect(headers.get("x-content-type-options"), where).to.equal("nosniff");
  if (status === 405) {
    expect(headers.get("allow"), where).to.match(/^[A-Z]+(, [A-Z]+)*$/);
    if (method !== "HEAD") expectSchema("#/components/schemas/SubmitError", body, where);
    return;
  }
  const found = findOperation(method === "HEAD" ? "GET" : method, path);
  if (found === null) {
    expect(status, where).to.equal(404);
    expectSchema("#/components/schemas/SubmitError", body, where);
    return;
  }
  const response = found.operation.responses[String(status)];
  expect(response, `${where} is documented`).to.not.equal(undefined);
  const basic = found.operation.security?.some((scheme) => "mailService" in scheme) === true;
  if (status === 401)
    expect(headers.get("www-authenticate"), where).to.equal(basic ? 'Basic realm="mail events"' : "Bearer");
  if (response?.headers?.["RateLimit"] !== undefined) {
    expect(headers.get("ratelimit-policy"), where).to.match(/^"address";q=\d+;w=1(, "key";q=\d+;w=1)?$/);
    expect(headers.get("ratelimit"), where).to.match(/^"address";r=\d+;t=1(, "key";r=\d+;t=1)?$/);
  }
  if (status === 429 || status === 503) expect(headers.get("retry-after"), where).to.match(/^\d+$/);
  expectContent(found, { method, path, status, headers, body });
}

type Found = { template: string; name: "get" | "post" | "patch" | "delete"; operation: Operation };

function expectContent({ template, name, operation }: Found, { method, status, headers, body }: ReplyToCheck): void {
  const content = operation.responses[String(status)]?.content;
  const where = `${method} ${template} → ${status}`;
  if (content === undefined || method === "HEAD") return;
  const type = headers.get("content-type")?.split(";", 1)[0] ?? "";
  expect(Object.keys(content), `${where}: content type`).to.include(type);
  if (type !== "application/json" || Buffer.isBuffer(body)) return;
  const pointer = ["paths", template, name, "responses", String(status), "content", type, "schema"];
  expectSchema(`#/${pointer.map(escapePointer).join("/")}`, body, where);
  keepReply(operation.operationId, status, body);
  const examples = content[type]?.examples;
  if (examples === undefined) return;
  const codes = Object.keys(examples);
  expect(codes, `${where}: code`).to.include(codeOf(body, { status, codes }));
}

const validators = new Map<string, ValidateFunction>();

function expectSchema(pointer: string, body: unknown, where: string): void {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
  validators.set(pointer, validate);
  const valid = validate(body);
  expect(validate.errors ?? [], `${where}: ${JSON.stringify(body)}`).to.deep.equal([]);
  expect(valid).to.equal(true);
}

function codeOf(body: unknown, { status, codes }: { status: number; codes: readonly string[] }): unknown {
  if (typeof body !== "object" || body === null) return undefined;
  // In the one body `code` is the code, in the other `error`.
  const code = "code" in body ? body.code : "error" in body ? body.error : undefined;
  const own = typeof code === "string" && codes.includes(code);
  // A failed capture carries the render's own code.
  return !own && status === 422 && codes.includes("capture_failed") ? "capture_failed" : code;
}

function findOperation(method: string, path: string): Found | null {
  const [pathname = ""] = path.split("?", 1);
  const name = (["get", "post", "patch", "delete"] as const).find((candidate) => candidate.toUpperCase() === method);
  if (name === undefined) return null;
  for (const [template, item] of Object.entries(document.paths)) {
    const operation = item[name];
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    if (operation !== undefined && pattern.test(pathname)) return { template, name, operation };
  }
  return null;
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
