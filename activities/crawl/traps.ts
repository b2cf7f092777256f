import { pathOf, queryOf } from "./pageUrl.ts";

/** The pattern that similar addresses share, and the number of pages the crawl takes of it. */
export type Likeness = { pattern: string; limit: number };

/** An address with more path segments or query parameters counts as endless. Chosen by eye. */
const maxSegments = 24;
const maxParameters = 24;
/** Allowed repetitions in a row of the same segments in a path. */
const maxRepeats = 2;

/**
 * Kinds of addresses that a site can generate without end, and the limit of pages per pattern. The first kind that fits
 * applies. The limits are chosen by eye.
 */
const kinds: readonly { limit: number; patternOf(url: URL): string | null }[] = [
  // Calendars: addresses that differ only in a date at their end.
  { limit: 60, patternOf: datePattern },
  // Tokens of a visitor or visit.
  { limit: 200, patternOf: tokenPattern },
  // Combinations of filters and sort orders of one list.
  { limit: 200, patternOf: (url) => (queryOf(url).length >= 3 ? `${placeOf(url)}?&&` : null) },
  { limit: 1_000, patternOf: (url) => (queryOf(url).length === 0 ? null : `${placeOf(url)}?`) },
];

/** Whether a path repeats itself or is very long, as relative links with a wrong base cause. */
export function isEndless(url: URL): boolean {
  const segments = pathOf(url)
    .split("/")
    .filter((segment) => segment !== "");
  if (segments.length > maxSegments || queryOf(url).length > maxParameters) return true;
  return segments.some((_, start) => {
    const maxLength = Math.floor((segments.length - start) / (maxRepeats + 1));
    return Array.from({ length: maxLength }, (_none, index) => index + 1).some((length) =>
      repeats(segments, { start, length }),
    );
  });
}

/** The pattern of an address that a site may generate without end; null for other addresses. */
export function likenessOf(url: URL): Likeness | null {
  for (const { limit, patternOf } of kinds) {
    const pattern = patternOf(url);
    if (pattern !== null) return { pattern, limit };
  }
  return null;
}

/**
 * Names (lower case) of query parameters that identify the visitor and not the page: at least three links of one page have
 * different paths and the same token in that parameter.
 */
export function sharedTokens(urls: readonly URL[]): string[] {
  const pathsByToken = new Map<string, Set<string>>();
  for (const url of urls) {
    for (const [name, text] of queryOf(url)) {
      const value = text.slice(name.length + 1);
      if (value.length < 6 || !/\d/.test(value) || !/^[\w.,~-]+$/.test(value)) continue;
      const key = `${name.toLowerCase()}=${value}`;
      pathsByToken.set(key, (pathsByToken.get(key) ?? new Set()).add(placeOf(url)));
    }
  }
  const shared = [...pathsByToken].filter(([, paths]) => paths.size >= 3).map(([key]) => key.split("=", 1)[0] ?? "");
  return [...new Set(shared)];
}

/** Whether the segments from `start` occur three times in a row. */
function repeats(segments: readonly string[], { start, length }: { start: number; length: number }): boolean {
  const unit = segments.slice(start, start + length);
  // Numbers and single letters also repeat in regular addresses, such as nodes of a tree.
  if (unit.join("").length < 3) return false;
  return Array.from({ length: length * maxRepeats }, (_, index) => index).every(
    (index) => segments[start + length + index] === unit[index % length],
  );
}

function placeOf(url: URL): string {
  return `${url.host}${pathOf(url)}`;
}

/** `2026-11`, `2026/11/21`, `20261121`, `2026-W47`. */
const date = /(?<!\d)(?:19|20|21)\d\d(?:[-/.](?:[01]?\d(?:[-/.][0-3]?\d)?|W[0-5]\d)|[01]\d[0-3]\d)(?!\d)/gi;
const dateParameters = /^(?:y|m|d|w|year|month|day|week|date|from|to|start|end|since|until|tribe-bar-date|ical)$/i;

function datePattern(url: URL): string | null {
  const parameters = queryOf(url);
  const dated = parameters.some(([, text]) => text.search(date) !== -1);
  const parts = parameters.filter(([name, text]) => dateParameters.test(name) && /\d/.test(text));
  if (dated || parts.length >= 2)
    return `${placeOf(url)}?${parameters
      .map(([name]) => name)
      .toSorted()
      .join("&")}`;
  const path = pathOf(url).replace(/\/$/, "");
  const undated = path.replaceAll(date, "#");
  return undated.endsWith("#") ? `${url.host}${undated}` : null;
}

/** UUIDs, hashes and other long runs of letters and digits. */
const token =
  /(?<![a-z\d])(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=[a-z\d]*\d[a-z]*\d)(?=[a-z\d]*[a-z])[a-z\d]{16,})(?![a-z\d])/gi;

function tokenPattern(url: URL): string | null {
  const address = `${url.host}${url.pathname}${url.search}${url.hash}`;
  const plain = address.replaceAll(token, "#");
  return plain === address ? null : plain;
}
