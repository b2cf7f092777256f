/** An object that a person edits entry by entry. The API checks it. */
export type Entries = Readonly<Record<string, unknown>>;

/** The object with another entry. An empty text, false and undefined take the entry away. */
export function withEntry(entries: Entries, name: string, value: unknown): Entries {
  const { [name]: _before, ...others } = entries;
  return value === "" || value === undefined || value === false ? others : { ...others, [name]: value };
}

/** An object's entries; none for other values. */
export function partsOf(value: unknown): Entries {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** A text or a number as text; empty for other values. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The objects of a JSON text. Null if it is no list. */
export function entriesIn(text: string): readonly Entries[] | null {
  if (text.trim() === "") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(partsOf) : null;
  } catch {
    return null;
  }
}
