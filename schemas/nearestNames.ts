import { distance } from "fastest-levenshtein";
import { aliases } from "./aliases.ts";

/** The properties of an object's JSON schema. */
type Properties = Readonly<Record<string, unknown>>;

/**
 * The field that was most likely meant by an unknown name, as a dotted path; several joined by "and". Null where none is near.
 * A name that differs in case, `_` or `-` alone goes first, then a known alias, then the nearest by edit distance.
 */
export function nearestField(name: string, properties: Properties): string | null {
  const plain = plainName(name);
  const known = Object.keys(properties);
  return (
    known.find((field) => plainName(field) === plain) ??
    aliasOf(plain, properties) ??
    pathWithin(plain, properties) ??
    nearestNames(name, known, 1)[0] ??
    null
  );
}

function plainName(name: string): string {
  return name.slice(0, 64).toLowerCase().replaceAll(/[_-]/g, "");
}

function aliasOf(plain: string, properties: Properties): string | undefined {
  const candidates = Object.hasOwn(aliases, plain) ? (aliases[plain] ?? []) : [];
  const found = candidates
    .map((fields) => [fields].flat())
    .find((fields) => fields.every((path) => has(properties, path)));
  return found?.join(" and ");
}

function has(properties: Properties, path: string): boolean {
  const [first = "", ...rest] = path.split(".");
  if (!Object.hasOwn(properties, first)) return false;
  return rest.length === 0 || has(propertiesOf(properties[first]), rest.join("."));
}

/** A field inside one of the objects, `capture.fullPage`: it was given one level too high. */
function pathWithin(plain: string, properties: Properties): string | undefined {
  for (const [name, schema] of Object.entries(properties)) {
    const inner = Object.keys(propertiesOf(schema)).find((field) => plainName(field) === plain);
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return undefined;
}

/** Properties of an object, also where it may be null in place of one. */
function propertiesOf(schema: unknown): Properties {
  const { properties, anyOf } = recordOf(schema);
  if (properties !== undefined) return recordOf(properties);
  return Array.isArray(anyOf) ? Object.assign({}, ...anyOf.map(propertiesOf)) : {};
}

/** The names closest to a mistyped one, by edit distance, nearest first; with `most` 1 only one that is near enough. */
export function nearestNames(name: string, known: readonly string[], most: number): string[] {
  const lower = name.toLowerCase().slice(0, 64);
  const ranked = known
    .map((candidate) => ({ candidate, edits: distance(lower, candidate.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits);
  const bound = most === 1 ? Math.max(2, Math.floor(lower.length / 3)) : Infinity;
  return ranked
    .filter(({ edits }) => edits <= bound)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** An object's entries; none of what is no object. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
