/** Values of a query string. Undefined and empty values are left out. */
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The path with its query. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = String(value ?? "");
    if (text !== "") search.set(name, text);
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
