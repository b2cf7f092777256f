import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { parse as parseContentType } from "content-type";
import readRaw from "raw-body";
import type { FieldProblem, Json } from "#schemas/common.ts";
import { shortName } from "#schemas/validate.ts";
import { ApiError } from "../errors.ts";

/** Maximum number of bytes of a body whose route has no smaller limit. */
const maxBodyBytes = 2 * 1024 * 1024;
/** Maximum number of values and names of a body. Each may become a problem, and problems take time and memory. */
const maxValues = 20_000;

/** The value that replaces an empty body, and the maximum number of bytes of a body. */
export type BodyOptions = { standIn?: Json | undefined; maxBytes?: number | undefined };

/** The JSON of a body, and problems that hold for every body. */
export type ParsedBody = { value: unknown; problems: FieldProblem[] };

/** The JSON of a request's body, or `standIn` if the body is empty. @throws ApiError with 400, 413 or 415. */
export async function readBody(request: IncomingMessage, options: BodyOptions = {}): Promise<ParsedBody> {
  const { standIn, maxBytes = maxBodyBytes } = options;
  if (isEmpty(request)) {
    if (standIn === undefined) throw bodyMissing();
    return { value: structuredClone(standIn), problems: [] };
  }
  if (!isPlainJson(request)) throw new ApiError("unsupported_media_type");
  const text = await readText(request, maxBytes);
  if (text.trim() === "") throw bodyMissing();
  const value = parse(text);
  return { value, problems: findUnsafe(value, "body") };
}

function bodyMissing(): ApiError {
  return new ApiError("validation_failed", { fields: [{ field: "body", message: "is required" }] });
}

function isEmpty({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0";
}

function isPlainJson({ headers }: IncomingMessage): boolean {
  if (headers["content-encoding"] !== undefined) return false;
  const { type, parameters } = parseContentType(headers["content-type"] ?? "");
  const { charset = "utf-8", ...others } = parameters;
  return (
    type.toLowerCase() === "application/json" && charset.toLowerCase() === "utf-8" && Object.keys(others).length === 0
  );
}

async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const length = request.headers["content-length"] ?? null;
  const bytes = await readRaw(request, { limit, length }).catch((cause: unknown) => {
    throw toReadError(cause, limit);
  });
  // The parser would silently replace a broken character.
  if (!isUtf8(bytes)) throw new ApiError("invalid_json", { message: "The body is not valid UTF-8." });
  const text = bytes.toString("utf8");
  // RFC 8259, section 8.1. Editors do not show the mark.
  if (text.startsWith("\ufeff"))
    throw new ApiError("invalid_json", {
      message: "The body begins with a byte order mark (BOM); send it without one.",
    });
  return text;
}

function toReadError(cause: unknown, maxBytes: number): unknown {
  const type = cause instanceof Error && "type" in cause ? cause.type : undefined;
  // The rest of the body is not read, so the connection can't be reused.
  if (type === "entity.too.large") {
    const message = `The body is longer than ${maxBytes} bytes, which is the limit of this operation.`;
    return new ApiError("payload_too_large", { headers: { Connection: "close" }, message });
  }
  if (type === "request.aborted" || type === "request.size.invalid")
    return new ApiError("invalid_json", { message: "The body ended early." });
  return cause;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's message quotes the body, which may contain secrets. Only the position is used.
    const position = cause instanceof SyntaxError ? /position (\d+)/.exec(cause.message)?.[1] : undefined;
    throw new ApiError(
      "invalid_json",
      position === undefined ? {} : { message: `The body is not valid JSON (at character ${position}).` },
    );
  }
}

const maxDepth = 16;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);
/** Maximum number of reported problems. A hostile body could have a million. */
const maxProblems = 50;

type Visit = { value: unknown; path: readonly string[]; depth: number };

/**
 * Problems of any field: keys that reach prototypes, NUL and lone surrogates (databases change them silently).
 * @throws ApiError for deep nesting, and for too many values. Validation of a megabyte of brackets would overflow the
 * call stack, and validation of a megabyte of numbers would fill the memory with problems.
 */
export function findUnsafe(root: unknown, rootName: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const visits: Visit[] = [{ value: root, path: [], depth: 0 }];
  let values = 0;
  for (let visit = visits.pop(); visit !== undefined && problems.length < maxProblems; visit = visits.pop()) {
    const field = visit.path.length === 0 ? rootName : visit.path.join(".");
    if (typeof visit.value === "string")
      problems.push(...textProblems(visit.value).map((message) => ({ field, message })));
    if (typeof visit.value !== "object" || visit.value === null) continue;
    if (visit.depth === maxDepth) {
      throw new ApiError("validation_failed", {
        fields: [{ field, message: `must not be nested deeper than ${maxDepth} levels` }],
      });
    }
    values += sizeOf(visit.value);
    if (values > maxValues) throw tooManyValues(rootName);
    for (const [key, value] of Object.entries(visit.value)) {
      const path = [...visit.path, shortName(key)];
      if (forbiddenKeys.has(key)) problems.push({ field: path.join("."), message: "is not an allowed name" });
      problems.push(...textProblems(key).map((message) => ({ field, message: `has a name that ${message}` })));
      if (typeof value === "object" || typeof value === "string") visits.push({ value, path, depth: visit.depth + 1 });
    }
  }
  return problems;
}

function sizeOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function tooManyValues(field: string): ApiError {
  const message = `must have at most ${maxValues} values in all; split it into several calls`;
  return new ApiError("validation_failed", { fields: [{ field, message }] });
}

function textProblems(text: string): string[] {
  if (text.includes("\0")) return ["must not contain NUL"];
  return text.isWellFormed() ? [] : ["must be well-formed Unicode"];
}
