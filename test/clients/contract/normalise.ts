const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Numbers that depend on the machine or on the time, by their name. */
const varying = /Ms$|^(?:duration|timings|queuedFor|sha256|bytes)$/;

/** A value without what differs from call to call: ids, times, signatures, durations and the bytes of a picture. */
export function normalise(value: unknown): unknown {
  if (typeof value === "string") {
    return value
      .replaceAll(uuid, "<id>")
      .replaceAll(time, "<time>")
      .replace(/\?.*signature=.*/, "?<signature>");
  }
  if (Array.isArray(value)) return value.map(normalise);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, entry]) => [
    name,
    varying.test(name) ? "<varies>" : normalise(entry),
  ]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
