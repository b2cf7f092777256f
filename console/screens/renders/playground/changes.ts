/** The options that differ from those before. Null removes one. */
export function changesBetween(before: object, after: object): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(before));
  const next = new Map<string, unknown>(Object.entries(after));
  const names = new Set([...old.keys(), ...next.keys()]);
  const changed = [...names].filter((name) => !isEqual(old.get(name), next.get(name)));
  return Object.fromEntries(changed.map((name) => [name, next.get(name) ?? null]));
}

/** Whether two values are the same JSON, whatever the order of names. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, sorted(inner)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
