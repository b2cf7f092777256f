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

/** An error reply's problems by field. */
export function problems(json: unknown): Record<string, string> {
  const fields = at(json, "fields");
  if (!Array.isArray(fields)) return {};
  return Object.fromEntries(fields.map((field: unknown) => [textAt(field, "field"), textAt(field, "message")]));
}
