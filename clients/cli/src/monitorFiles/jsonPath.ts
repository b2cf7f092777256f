/** One step of a path of jq: a name, a place in a list, a quoted name, or all entries. */
const jqStep = /\.?\[(\d+)\]|\.?\["([^"\\]+)"\]|\.([A-Za-z_]\w*)|\.?\[\]/gy;

const jsonFilter = /^(jsonp?(?:ath)?|jq(?:raw)?):(.*)$/isu;

/** A JSONPath of RFC 9535, and whether it may find more than one value. */
export type JsonValue = { jsonPath: string; isList: boolean };

/** The JSONPath of the same values as a program of jq; null if it does more than to name them. */
function pathOfJq(program: string): JsonValue | null {
  const text = program.trim();
  if (text === ".") return { jsonPath: "$", isList: false };
  let path = "$";
  let end = 0;
  for (const [step, place, quoted, name] of text.matchAll(jqStep)) {
    end += step.length;
    path += place === undefined ? `[${textOf(quoted ?? name)}]` : `[${place}]`;
  }
  return end === 0 || end < text.length ? null : { jsonPath: path, isList: path.includes("[*]") };
}

function textOf(name: string | undefined): string {
  return name === undefined ? "*" : JSON.stringify(name);
}

/** Whether a filter names values of JSON. */
export function isJsonFilter(filter: string): boolean {
  return jsonFilter.test(filter.trim());
}

/**
 * The JSON values that filters name, such as `json:$.price` and `jq:.price`, and the filters that do more. Filters without such a
 * beginning are in neither.
 */
export function readJsonFilters(filters: readonly string[]): { found: JsonValue[]; other: string[] } {
  const paths = filters.flatMap((filter) => {
    const [, kind = "", path = ""] = jsonFilter.exec(filter.trim()) ?? [];
    if (kind === "") return [];
    const isJq = kind.toLowerCase().startsWith("jq");
    return [{ filter, value: isJq ? pathOfJq(path) : jsonPathOf(path.trim()) }];
  });
  return {
    found: paths.flatMap(({ value }) => (value === null ? [] : [value])),
    other: paths.flatMap(({ filter, value }) => (value === null ? [filter] : [])),
  };
}

function jsonPathOf(path: string): JsonValue | null {
  if (path === "") return null;
  const whole = path.startsWith("$") ? path : `$${path.startsWith("[") ? "" : "."}${path}`;
  return { jsonPath: whole, isList: /\*|\.\.|\?/u.test(whole) };
}
