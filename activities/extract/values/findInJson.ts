import type { Json } from "#schemas/common.ts";
import { readJsonPath } from "./readJsonPath.ts";

/** A document as text, and the paths of RFC 9535 to read. A text is cut after `maxChars`. */
export type JsonTask = {
  text: string;
  paths: readonly { path: string; maxMatches: number }[];
  maxChars: number;
};

/** A value that a path found. Objects and lists are their JSON. */
type JsonLeaf = string | number | boolean;

/** The values at a path, or the reason why there are none. */
export type JsonMatches = { leaves: JsonLeaf[] } | { reason: string };

/** The values at each path of a document. A path to one list finds its entries. Null is no value. */
export function findInJson({ text, paths, maxChars }: JsonTask): JsonMatches[] {
  const document = parse(text);
  return paths.map(({ path, maxMatches }) => {
    if (document === undefined) return { reason: "no_json" };
    const found = readJsonPath(document, path, maxMatches);
    if ("reason" in found) return found;
    const [first] = found.values;
    const values = found.values.length === 1 && Array.isArray(first) ? first.slice(0, maxMatches) : found.values;
    return { leaves: values.filter((value) => value !== null).map((value) => toLeaf(value, maxChars)) };
  });
}

function toLeaf(value: Exclude<Json, null>, maxChars: number): JsonLeaf {
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.slice(0, maxChars).toWellFormed();
}

/** Undefined for a text that is no JSON. */
function parse(text: string): Json | undefined {
  try {
    const document: Json = JSON.parse(text);
    return document;
  } catch {
    return undefined;
  }
}
