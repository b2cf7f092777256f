import { normalizePercentEncoding } from "./pageUrl.ts";

/** A rule of a robots.txt. `pattern` is percent-encoded; `*` matches any characters, and a final `$` the end of the path. */
type RobotsRule = { allow: boolean; pattern: string };

/** The rules of a robots.txt for one agent, and the sitemaps it names. */
export type RobotsRules = {
  rules: RobotsRule[];
  /** Seconds between two requests; null if the file gives none. */
  crawlDelay: number | null;
  sitemaps: string[];
};

/** Bytes read of a line, as in Google's reference parser: eight times the longest URL of browsers. */
const maxLineBytes = 8 * 2083 - 1;

type Field = "agent" | "allow" | "disallow" | "delay" | "sitemap";

/** Fields by the beginning of their name, with common misspellings; case is ignored. */
const fields: readonly [name: RegExp, field: Field][] = [
  [/^user[- ]?agent/i, "agent"],
  [/^allow/i, "allow"],
  [/^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, "disallow"],
  [/^crawl-?delay/i, "delay"],
  [/^site-?map/i, "sitemap"],
];

/** The rules of all groups for one agent. */
type Group = { rules: RobotsRule[]; crawlDelay: number | null };

/**
 * Parses a robots.txt by RFC 9309, for an agent by its product token. All groups that name the agent apply; if none does, the
 * groups for `*` apply. Like Google's parser it also accepts a missing colon, misspelt fields, any prefix of a byte order
 * mark, and `index.html` for its directory. Rules may be in any encoding, so bytes above 127 are percent-encoded.
 */
export function parseRobots(file: Uint8Array, agent: string): RobotsRules {
  const ownGroup: Group = { rules: [], crawlDelay: null };
  const everyone: Group = { rules: [], crawlDelay: null };
  const sitemaps: string[] = [];
  let hasOwnGroup = false;
  let current: Group | null = null;
  let groupHasRules = false;
  for (const { field, value } of readLines(file)) {
    switch (field) {
      case "agent":
        if (groupHasRules) [current, groupHasRules] = [null, false];
        if (isNamed(value, agent)) [hasOwnGroup, current] = [true, ownGroup];
        else if (/^\*(?:\s|$)/.test(value)) current ??= everyone;
        break;
      case "allow":
      case "disallow":
        // A rule ends the group's list of agents, even a group of other agents. Other fields do not.
        groupHasRules = true;
        current?.rules.push(...rulesOf(field === "allow", value));
        break;
      case "delay":
        if (current !== null) current.crawlDelay ??= secondsOf(value);
        break;
      case "sitemap":
        sitemaps.push(Buffer.from(value, "latin1").toString("utf8"));
        break;
    }
  }
  return { ...(hasOwnGroup ? ownGroup : everyone), sitemaps };
}

/** The lines with a known field, as strings of one character per byte. */
function readLines(file: Uint8Array): { field: Field; value: string }[] {
  const text = Buffer.from(file)
    .toString("latin1")
    .replace(/^(?:\u00ef(?:\u00bb\u00bf?)?)/, "");
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [content = ""] = line.slice(0, maxLineBytes).split("#", 1);
    const [, name = "", value = ""] = /^([^:]*):(.*)$/s.exec(content) ?? /^\s*(\S+)[ \t]+(\S+)\s*$/.exec(content) ?? [];
    const field = fields.find(([pattern]) => pattern.test(name.trim()))?.[1];
    return field === undefined ? [] : [{ field, value: value.trim() }];
  });
}

/** Whether a user-agent line names the agent. Only its leading letters, `_` and `-` count (RFC 9309, 2.2.1). */
function isNamed(value: string, agent: string): boolean {
  const [token = ""] = /^[a-z_-]*/i.exec(value) ?? [];
  return token !== "" && token.toLowerCase() === agent.toLowerCase();
}

/** The rules of a line; an empty value has none. */
function rulesOf(allow: boolean, value: string): RobotsRule[] {
  if (value === "") return [];
  const pattern = encode(value);
  const directory = /^(.*\/)index\.htm[^/]*$/.exec(pattern)?.[1];
  if (allow) return [{ allow, pattern }, ...(directory === undefined ? [] : [{ allow, pattern: `${directory}$` }])];
  // A prohibition with needless escapes (`%62` for `b`) also applies to the plain path, as the RFC says. A permission applies
  // only as written, as in Google's parser. So the stricter reading decides.
  const plain = normalizePercentEncoding(pattern);
  return [{ allow, pattern }, ...(plain === pattern ? [] : [{ allow, pattern: plain }])];
}

/** Percent-encodes bytes above 127 and capitalises escapes, so that equal octets become equal text (RFC 9309, 2.2.2). */
function encode(pattern: string): string {
  return pattern
    .replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
    .replaceAll(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function secondsOf(value: string): number | null {
  const seconds = Number(value);
  return value !== "" && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** Whether a URL may be requested. */
export type UrlTest = (url: URL) => boolean;

/**
 * Patterns with a `*` before their end that are tested one by one. Further patterns are read strictly: a prohibition applies
 * to all paths that begin with the text before its `*`, and a permission to none. So no forbidden page is requested.
 */
const maxWildcardPatterns = 2_000;

/**
 * A test for URLs. The longest pattern that matches the path and query decides; of two with equal length, permission wins.
 * The URL is compared as written, percent-encoded. The time grows with the URL's length, the number of patterns with a `*`,
 * and the number of different lengths of the other patterns. It does not grow with the number of the other patterns.
 */
export function robotsTest(rules: readonly RobotsRule[]): UrlTest {
  const { prefixes, exact, wildcards } = sortRules(rules);
  const lengths = [...new Set([...prefixes.keys()].map(({ length }) => length))];
  return (url) => {
    const path = `${url.pathname}${url.search}`.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
    const weights = lengths.map((length) => (length > path.length ? 0 : (prefixes.get(path.slice(0, length)) ?? 0)));
    const plain = weights.reduce((max, weight) => Math.max(max, weight), exact.get(path) ?? 0);
    const decisive = wildcards.find(({ weight, pieces }) => weight <= plain || matchesPieces(pieces, path));
    return isPermission(Math.max(plain, decisive?.weight ?? 0));
  };
}

/** The rank of a rule: its length, then whether it permits. 0 stands for no rule. */
function weightOf({ allow, pattern }: RobotsRule): number {
  return 2 * pattern.length + (allow ? 1 : 0);
}

function isPermission(weight: number): boolean {
  return weight === 0 || weight % 2 === 1;
}

/** The weights of rules by prefix, by exact path, and for patterns that must be tested, in descending order of weight. */
type SortedRules = {
  prefixes: Map<string, number>;
  exact: Map<string, number>;
  wildcards: { weight: number; pieces: Pieces }[];
};

function sortRules(rules: readonly RobotsRule[]): SortedRules {
  const prefixes = new Map<string, number>();
  const exact = new Map<string, number>();
  const others = new Map<string, number>();
  for (const { allow, pattern } of rules) {
    const weight = weightOf({ allow, pattern });
    const { first, middle, last } = piecesOf(pattern);
    if (!pattern.includes("*")) raise(pattern.endsWith("$") ? exact : prefixes, first, weight);
    else if (middle.length === 0 && last === "") raise(prefixes, first, weight);
    else if (others.has(pattern) || others.size < maxWildcardPatterns) raise(others, pattern, weight);
    else if (!allow) raise(prefixes, first, weight);
  }
  const wildcards = [...others].map(([pattern, weight]) => ({ weight, pieces: piecesOf(pattern) }));
  return { prefixes, exact, wildcards: wildcards.toSorted((one, other) => other.weight - one.weight) };
}

function raise(weights: Map<string, number>, text: string, weight: number): void {
  weights.set(text, Math.max(weights.get(text) ?? 0, weight));
}

/** The texts between the wildcards of a pattern: a path begins with `first`, has `middle` in order, and ends with `last`. */
type Pieces = { first: string; middle: string[]; last: string };

function piecesOf(pattern: string): Pieces {
  const anchored = pattern.endsWith("$");
  const [first = "", ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  const last = anchored ? (rest.pop() ?? "") : "";
  return { first, middle: rest.filter((piece) => piece !== ""), last };
}

/** Searches each piece from the end of the previous one. The first occurrence leaves the most to the next pieces. */
function matchesPieces({ first, middle, last }: Pieces, path: string): boolean {
  if (!path.startsWith(first)) return false;
  let end = first.length;
  for (const piece of middle) {
    const start = path.indexOf(piece, end);
    if (start === -1) return false;
    end = start + piece.length;
  }
  return path.length - last.length >= end && path.endsWith(last);
}
