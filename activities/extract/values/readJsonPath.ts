import { type FilterFunction, FunctionExpressionType, JSONPathEnvironment, type JSONPathQuery } from "json-p3";
import { RE2JS, RE2JSException } from "re2js";
import type { Json } from "#schemas/common.ts";
import { maxJsonPathChars } from "#schemas/options/values.ts";

/** Levels of lists and objects that a path may descend. */
const maxDepth = 50;
/** Reads of entries, and characters that patterns look at. 1,000,000 take about half a second. */
const maxSteps = 1_000_000;
const maxPatternChars = 512;

/** The values at a path, or the reason why there are none. */
type JsonPathMatches = { values: Json[] } | { reason: "invalid_path" | "too_complex" };

/** A path that asks for more work than it may. */
class TooComplex extends Error {}

/** Counts steps. */
type Budget = { spend(steps: number): void };

/**
 * The first values of a parsed document at a JSONPath of RFC 9535. The package bounds neither filters nor repeated
 * descents, whose time grows with a power of the document. So every read is counted, and the search ends after 1,000,000.
 */
export function readJsonPath(document: Json, path: string, maxMatches: number): JsonPathMatches {
  if (path.length > maxJsonPathChars) return { reason: "too_complex" };
  let stepsLeft = maxSteps;
  const budget: Budget = {
    spend(steps) {
      stepsLeft -= steps;
      if (stepsLeft < 0) throw new TooComplex();
    },
  };
  const query = compile(path, budget);
  if (query === null) return { reason: "invalid_path" };
  const { counted, original } = countReads(document, budget);
  const values: Json[] = [];
  try {
    for (const { value } of query.lazyQuery(counted)) {
      values.push(original(value));
      if (values.length >= maxMatches) break;
    }
  } catch (error) {
    if (isBound(error)) return { reason: "too_complex" };
    throw error;
  }
  return { values };
}

/** A query whose patterns run in linear time; null if the path is invalid. */
function compile(path: string, budget: Budget): JSONPathQuery | null {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: maxDepth });
  environment.functionRegister.set("match", patternTest(budget, true));
  environment.functionRegister.set("search", patternTest(budget, false));
  try {
    return environment.compile(path);
  } catch {
    // The package has many errors for faults of a path, and the stack overflows for deep brackets.
    return null;
  }
}

function isBound(error: unknown): boolean {
  return (
    error instanceof TooComplex ||
    error instanceof RangeError ||
    (error instanceof Error && error.name === "JSONPathRecursionLimitError")
  );
}

/** `match` or `search` by RE2. The package's own take the engine of JavaScript, whose time may be exponential. */
function patternTest(budget: Budget, isWhole: boolean): FilterFunction {
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, pattern: unknown): boolean {
      if (typeof text !== "string" || typeof pattern !== "string") return false;
      if (pattern.length > maxPatternChars) throw new TooComplex();
      budget.spend(100 + text.length + 10 * pattern.length);
      try {
        const matcher = RE2JS.compile(pattern).matcher(text);
        return isWhole ? matcher.matches() : matcher.find();
      } catch (error) {
        // The standard says that an invalid pattern matches nothing.
        if (error instanceof RE2JSException) return false;
        throw error;
      }
    },
  };
}

/** The document behind proxies that count each read. `original` gives the value behind a proxy. */
function countReads(document: Json, budget: Budget): { counted: Json; original: (value: unknown) => Json } {
  const proxies = new WeakMap<object, Json & object>();
  const originals = new WeakMap<object, Json>();
  const wrap = (value: Json): Json => {
    if (typeof value !== "object" || value === null) return value;
    const before = proxies.get(value);
    if (before !== undefined) return before;
    const proxy = new Proxy(value, {
      get(target, key) {
        budget.spend(1);
        const read: Json = Reflect.get(target, key);
        return wrap(read);
      },
      ownKeys(target) {
        const keys = Reflect.ownKeys(target);
        budget.spend(keys.length);
        return keys;
      },
      getOwnPropertyDescriptor(target, key) {
        budget.spend(1);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    });
    proxies.set(value, proxy);
    originals.set(proxy, value);
    return proxy;
  };
  const original = (value: unknown): Json => {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
    return typeof value === "object" && value !== null ? (originals.get(value) ?? null) : null;
  };
  return { counted: wrap(document), original };
}
