/** A body of the API, or a part of it. */
export type Body = Readonly<Record<string, unknown>>;

/** The value at a path such as `capture.headers[0].name`, or the deepest one on the way that is there. */
export function deepestAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split(/[.[\]]+/)) {
    if (!isBody(value)) return value;
    value = value[name];
  }
  return value;
}

/** The value at a path such as `alerts.quietHours.from`. Undefined without one. */
export function valueAt(body: Body, path: string): unknown {
  const [name = "", ...rest] = path.split(".");
  const value = body[name];
  if (rest.length === 0) return value;
  return isBody(value) ? valueAt(value, rest.join(".")) : undefined;
}

/** The body with another value at a path. Undefined removes it, with objects that are empty then. */
export function withValue(body: Body, path: string, value: unknown): Body {
  const [name = "", ...rest] = path.split(".");
  const { [name]: before, ...others } = body;
  const next = rest.length === 0 ? value : withValue(isBody(before) ? before : {}, rest.join("."), value);
  const isEmpty = rest.length > 0 && isBody(next) && Object.keys(next).length === 0;
  return next === undefined || isEmpty ? others : { ...others, [name]: next };
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null;
}
