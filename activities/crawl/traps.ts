import { queryOf } from "./pageUrl.ts";

/** How many pages are taken of addresses that are alike. */
export type Likeness = { pattern: string; limit: number };

/** Path segments and query parameters beyond which an address is taken for one that grows without end. */
const maxSegments = 24;
const maxParameters = 24;
/** Times in a row that the same segments may come in a path. */
const maxRepeats = 2;

/**
 * Kinds of addresses that a site can make without end, and how many pages of one pattern are taken; the first that fits counts.
 * The pattern is what alike addresses share: the limit holds for each by itself.
 */
const kinds: readonly { limit: number; patternOf(url: URL): string | null }[] = [
  // Calendars: a date where the address ends, and nothing else that tells pages apart.
  { limit: 60, patternOf: datePattern },
  // Tokens made for each visitor or visit.
  { limit: 200, patternOf: tokenPattern },
  // Filters and sortings of one list in all their combinations.
  { limit: 200, patternOf: (url) => (queryOf(url).length >= 3 ? `${pathOf(url)}?&&` : null) },
  { limit: 1_000, patternOf: (url) => (url.search === "" ? null : `${pathOf(url)}?`) },
];

/** Whether a path repeats itself or grows as relative links that miss their base make it do. */
export function isEndless(url: URL): boolean {
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  if (segments.length > maxSegments || queryOf(url).length > maxParameters) return true;
  return segments.some((_, start) => {
    const longest = Math.floor((segments.length - start) / (maxRepeats + 1));
    return Array.from({ length: longest }, (_none, index) => index + 1).some((length) =>
      repeats(segments, { start, length }),
    );
  });
}

/** What an address has in common with others that a site may make without end; null where nothing speaks for that. */
export function likenessOf(url: URL): Likeness | null {
  for (const { limit, patternOf } of kinds) {
    const pattern = patternOf(url);
    if (pattern !== null) return { pattern, limit };
  }
  return null;
}

/**
 * Names (lower case) of query parameters that say who asks and not for what: three or more links of one page lead to different
 * places and carry the same token under that name.
 */
export function sharedTokens(urls: readonly URL[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const url of urls) {
    for (const [name, text] of queryOf(url)) {
      const value = text.slice(name.length + 1);
      if (value.length < 6 || !/\d/.test(value) || !/^[\w.,~-]+$/.test(value)) continue;
      const key = `${name.toLowerCase()}=${value}`;
      places.set(key, (places.get(key) ?? new Set()).add(pathOf(url)));
    }
  }
  const shared = [...places].filter(([, paths]) => paths.size >= 3).map(([key]) => key.split("=", 1)[0] ?? "");
  return [...new Set(shared)];
}

/** Whether segments come a third time in a row. */
function repeats(segments: readonly string[], { start, length }: { start: number; length: number }): boolean {
  const unit = segments.slice(start, start + length);
  // Numbers and single letters repeat in honest addresses too: the nodes of a tree, say.
  if (unit.join("").length < 3) return false;
  return Array.from({ length: length * maxRepeats }, (_, index) => index).every(
    (index) => segments[start + length + index] === unit[index % length],
  );
}

function pathOf({ host, pathname }: URL): string {
  return `${host}${pathname}`;
}

/** `2026-11`, `2026/11/21`, `20261121`, `2026-W47`. */
const date = /(?<!\d)(?:19|20|21)\d\d(?:[-/.](?:[01]?\d(?:[-/.][0-3]?\d)?|W[0-5]\d)|[01]\d[0-3]\d)(?!\d)/gi;
const dateParameters = /^(?:y|m|d|w|year|month|day|week|date|from|to|start|end|since|until|tribe-bar-date|ical)$/i;

function datePattern(url: URL): string | null {
  const parameters = queryOf(url);
  const dated = parameters.some(([, text]) => text.search(date) !== -1);
  const parts = parameters.filter(([name, text]) => dateParameters.test(name) && /\d/.test(text));
  if (dated || parts.length >= 2)
    return `${pathOf(url)}?${parameters
      .map(([name]) => name)
      .toSorted()
      .join("&")}`;
  const path = url.pathname.replace(/\/$/, "");
  const undated = path.replaceAll(date, "#");
  return undated.endsWith("#") ? `${url.host}${undated}` : null;
}

/** UUIDs, hashes and other runs of letters and digits that nobody would read out. */
const token =
  /(?<![a-z\d])(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=[a-z\d]*\d[a-z]*\d)(?=[a-z\d]*[a-z])[a-z\d]{16,})(?![a-z\d])/gi;

function tokenPattern(url: URL): string | null {
  const address = `${pathOf(url)}${url.search}`;
  const plain = address.replaceAll(token, "#");
  return plain === address ? null : plain;
}
