/** Top-level names of a body or query as it was sent. */
export function namesOf(raw: unknown): ReadonlySet<string> {
  return new Set(typeof raw === "object" && raw !== null ? Object.keys(raw) : []);
}

/** One part of a body as it was sent; undefined where there is none. */
export function partOf(raw: unknown, name: string): unknown {
  return typeof raw === "object" && raw !== null ? Object.entries(raw).find(([key]) => key === name)?.[1] : undefined;
}
