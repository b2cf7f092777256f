import { distance } from "fastest-levenshtein";
import { aliases } from "./aliases.ts";

/** The properties of an object's JSON schema. */
type Properties = Readonly<Record<string, unknown>>;

/**
 * The known field nearest to an unknown name, as a dotted path. Several are joined by "and". Null if none is near.
 * First a name that differs only in case, `_` or `-`, then a known alias, then the nearest by edit distance.
 */
export function nearestField(name: string, properties: Properties): string | null {
  const plain = plainName(name);
  const meant = fieldsFor(plain, properties) ?? fieldsWithin(plain, properties);
  return meant?.join(" and ") ?? nearestNames(name, Object.keys(properties), 1)[0] ?? null;
}

function plainName(name: string): string {
  return name.slice(0, 64).toLowerCase().replaceAll(/[_-]/g, "");
}

/** The field with this name, or the fields of an alias. */
function fieldsFor(plain: string, properties: Properties): readonly string[] | undefined {
  const same = Object.keys(properties).find((field) => plainName(field) === plain);
  if (same !== undefined) return [same];
  const candidates = Object.hasOwn(aliases, plain) ? (aliases[plain] ?? []) : [];
  return candidates.map((fields) => [fields].flat()).find((fields) => fields.every((path) => has(properties, path)));
}

/** The same inside an object (`capture.fullPage`), for a field that is given one level too high. */
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

/** Properties of an object schema, nullable or not. */
function propertiesOf(schema: unknown): Properties {
  const { properties, anyOf } = recordOf(schema);
  if (properties !== undefined) return recordOf(properties);
  return Array.isArray(anyOf) ? Object.assign({}, ...anyOf.map(propertiesOf)) : {};
}

/** The known names nearest to a mistyped one by edit distance, at most `max`. With `max` 1 only a near one. */
export function nearestNames(name: string, known: readonly string[], max: number): string[] {
  const lower = name.toLowerCase().slice(0, 64);
  const ranked = known
    .map((candidate) => ({ candidate, edits: distance(lower, candidate.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits);
  const bound = max === 1 ? Math.max(2, Math.floor(lower.length / 3)) : Infinity;
  return ranked
    .filter(({ edits }) => edits <= bound)
    .slice(0, max)
    .map(({ candidate }) => candidate);
}

/** An object's entries; empty for other values. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
