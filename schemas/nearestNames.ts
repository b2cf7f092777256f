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
  const meant = fieldsFor(plain, properties) ?? fieldsWithin(plain, properties);
  return meant?.join(" and ") ?? nearestNames(name, Object.keys(properties), 1)[0] ?? null;
}

function plainName(name: string): string {
  return name.slice(0, 64).toLowerCase().replaceAll(/[_-]/g, "");
}

/** The field of the same name, or those that an alias stands for. */
function fieldsFor(plain: string, properties: Properties): readonly string[] | undefined {
  const same = Object.keys(properties).find((field) => plainName(field) === plain);
  if (same !== undefined) return [same];
  const candidates = Object.hasOwn(aliases, plain) ? (aliases[plain] ?? []) : [];
  return candidates.map((fields) => [fields].flat()).find((fields) => fields.every((path) => has(properties, path)));
}

/** The same inside one of the objects, `capture.fullPage`: the field was given one level too high. */
function fieldsWithin(plain: string, properties: Properties): string[] | undefined {
  for (const [name, schema] of Object.entries(properties)) {
    const inner = fieldsFor(plain, propertiesOf(schema));
    if (inner !== undefined) return inner.map((field) => `${name}.${field}`);
  }
  return undefined;
}

function has(properties: Properties, path: string): boolean {
  const [first = "", ...rest] = path.split(".");
  if (!Object.hasOwn(properties, first)) return false;
  return rest.length === 0 || has(propertiesOf(properties[first]), rest.join("."));
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
