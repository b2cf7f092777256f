/** Reads one value out of a reply's JSON by dotted path; undefined where there is none. */
export function at(json: unknown, path: string): unknown {
  let value: unknown = json;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.entries(value).find(([name]) => name === part)?.[1];
  }
  return value;
}

/** The text at a dotted path; fails the test where there is none. */
export function textAt(json: unknown, path: string): string {
  const value = at(json, path);
  if (typeof value !== "string") throw new Error(`Expected a string at ${path}, got ${JSON.stringify(value)}.`);
  return value;
}

/** The list at a dotted path; fails the test where there is none. */
export function listAt(json: unknown, path: string): unknown[] {
  const value = at(json, path);
  if (!Array.isArray(value)) throw new Error(`Expected a list at ${path}, got ${JSON.stringify(value)}.`);
  return value;
}

/** The objects in the list at a dotted path; fails the test where an entry is something else. */
export function objectsAt(json: unknown, path: string): Record<string, unknown>[] {
  return listAt(json, path).map((entry) => {
    if (typeof entry !== "object" || entry === null)
      throw new Error(`Expected only objects at ${path}, got ${JSON.stringify(entry)}.`);
    return Object.fromEntries(Object.entries(entry));
  });
}

/** One value of each entry of the list at a dotted path. */
export function eachAt(json: unknown, list: string, path: string): unknown[] {
  return listAt(json, list).map((entry) => at(entry, path));
}

/** An error reply's problems by field. */
export function problems(json: unknown): Record<string, string> {
  const fields = at(json, "fields");
  if (!Array.isArray(fields)) return {};
  return Object.fromEntries(fields.map((field: unknown) => [textAt(field, "field"), textAt(field, "message")]));
}
