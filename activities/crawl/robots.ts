import { normalizePercentEncoding } from "./pageUrl.ts";

/** One rule of a robots.txt; `pattern` is percent-encoded, `*` stands for anything and a `$` at its end for the end. */
type RobotsRule = { allow: boolean; pattern: string };

/** What a robots.txt says to one agent, and the sitemaps it names to all. */
export type RobotsRules = {
  rules: RobotsRule[];
  /** Seconds between two requests; null where it says nothing. */
  crawlDelay: number | null;
  sitemaps: string[];
};

/** Bytes of a line that are read, as in the reference parser: eight of the longest URLs that browsers take. */
const maxLineBytes = 8 * 2083 - 1;

type Field = "agent" | "allow" | "disallow" | "delay" | "sitemap";

/** Field names by how they begin, usual misspellings included; case does not matter. */
const fields: readonly [name: RegExp, field: Field][] = [
  [/^user[- ]?agent/i, "agent"],
  [/^allow/i, "allow"],
  [/^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, "disallow"],
  [/^crawl-?delay/i, "delay"],
  [/^site-?map/i, "sitemap"],
];

/** What is collected of the groups for one kind of agent. */
type Group = { rules: RobotsRule[]; crawlDelay: number | null };

/**
 * Reads a robots.txt by RFC 9309, for an agent by its product token; groups that name it count together, those for `*` where none does.
 * Beyond the RFC it takes what Google's parser takes: a missing colon, misspelt fields, any prefix of a byte order mark,
 * `index.html` for its directory. Reads bytes, as rules may be in any encoding: those above 127 are percent-encoded.
 */
export function parseRobots(file: Uint8Array, agent: string): RobotsRules {
  const own: Group = { rules: [], crawlDelay: null };
  const everyone: Group = { rules: [], crawlDelay: null };
  const sitemaps: string[] = [];
  let named = false;
  let current: Group | null = null;
  let groupHasRules = false;
  for (const { field, value } of readLines(file)) {
    switch (field) {
      case "agent":
        if (groupHasRules) [current, groupHasRules] = [null, false];
        if (isNamed(value, agent)) [named, current] = [true, own];
        else if (/^\*(?:\s|$)/.test(value)) current ??= everyone;
        break;
      case "allow":
      case "disallow":
        // A rule ends the list of a group's agents, whoever they are; other fields do not.
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
  return { ...(named ? own : everyone), sitemaps };
}

/** The lines that say something, as bytes in a string. */
function readLines(file: Uint8Array): { field: Field; value: string }[] {
  const text = Buffer.from(file)
    .toString("latin1")
    .replace(/^(?:\u00ef(?:\u00bb\u00bf?)?)/, "");
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [said = ""] = line.slice(0, maxLineBytes).split("#", 1);
    const [, name = "", value = ""] = /^([^:]*):(.*)$/s.exec(said) ?? /^\s*(\S+)[ \t]+(\S+)\s*$/.exec(said) ?? [];
    const field = fields.find(([pattern]) => pattern.test(name.trim()))?.[1];
    return field === undefined ? [] : [{ field, value: value.trim() }];
  });
}

/** Whether a user-agent line names the agent: only the letters, `_` and `-` that it begins with count (RFC 9309, 2.2.1). */
function isNamed(value: string, agent: string): boolean {
  const [token = ""] = /^[a-z_-]*/i.exec(value) ?? [];
  return token !== "" && token.toLowerCase() === agent.toLowerCase();
}

/** The rules a line stands for; an empty one says nothing. */
function rulesOf(allow: boolean, value: string): RobotsRule[] {
  if (value === "") return [];
  const pattern = encode(value);
  const directory = /^(.*\/)index\.htm[^/]*$/.exec(pattern)?.[1];
  if (allow) return [{ allow, pattern }, ...(directory === undefined ? [] : [{ allow, pattern: `${directory}$` }])];
  // Written with needless escapes (`%62` for `b`), a prohibition holds for the plain address too, as the RFC has it. A permission
  // is taken by the letter, as by Google's parser: where the two differ, the page is not asked for.
  const plain = normalizePercentEncoding(pattern);
  return [{ allow, pattern }, ...(plain === pattern ? [] : [{ allow, pattern: plain }])];
}

/** Percent-encodes bytes above 127 and writes escapes in capitals, so that equal octets are equal text (RFC 9309, 2.2.2). */
function encode(pattern: string): string {
  return pattern
    .replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
    .replaceAll(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function secondsOf(value: string): number | null {
  const seconds = Number(value);
  return value !== "" && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** Whether a URL may be asked for. */
export type UrlTest = (url: URL) => boolean;

/**
 * Patterns with a `*` before their end that are told apart. What goes beyond is taken for more than it says: a prohibition holds for
 * all that begins as it does up to its `*`, and a permission for nothing. A page that might be forbidden is not asked for.
 */
const maxWildcards = 2_000;

/**
 * A test for URLs by rules: the longest pattern that matches a URL's path and query decides, permission where two are as long.
 * The URL is taken as it is written, percent-encoded. What it takes grows with the URL, with the patterns that have a `*` and
 * with how many lengths the others are of, not with how many those are: rules are strangers'.
 */
export function robotsTest(rules: readonly RobotsRule[]): UrlTest {
  const { beginnings, wholes, wildcards } = sorted(rules);
  const lengths = [...new Set([...beginnings.keys()].map(({ length }) => length))];
  return (url) => {
    const path = `${url.pathname}${url.search}`.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
    const weights = lengths.map((length) => (length > path.length ? 0 : (beginnings.get(path.slice(0, length)) ?? 0)));
    const plain = weights.reduce((most, weight) => Math.max(most, weight), wholes.get(path) ?? 0);
    const decisive = wildcards.find(({ weight, matches }) => weight <= plain || matches(path));
    return isPermission(Math.max(plain, decisive?.weight ?? 0));
  };
}

/** How much a rule counts: by its length, then by whether it permits. Never 0, which is what no rule at all counts. */
function weightOf({ allow, pattern }: RobotsRule): number {
  return 2 * pattern.length + (allow ? 1 : 0);
}

function isPermission(weight: number): boolean {
  return weight === 0 || weight % 2 === 1;
}

type Wildcard = { weight: number; matches(path: string): boolean };

/** The weights of rules, by the beginning or the whole path they are about; the others have to be tried, weightiest first. */
type Sorted = { beginnings: Map<string, number>; wholes: Map<string, number>; wildcards: Wildcard[] };

function sorted(rules: readonly RobotsRule[]): Sorted {
  const beginnings = new Map<string, number>();
  const wholes = new Map<string, number>();
  const others = new Map<string, number>();
  for (const { allow, pattern } of rules) {
    const weight = weightOf({ allow, pattern });
    const { first, rest, last } = piecesOf(pattern);
    if (!pattern.includes("*")) raise(pattern.endsWith("$") ? wholes : beginnings, first, weight);
    else if (rest.length === 0 && last === "") raise(beginnings, first, weight);
    else if (others.has(pattern) || others.size < maxWildcards) raise(others, pattern, weight);
    else if (!allow) raise(beginnings, first, weight);
  }
  const wildcards = [...others].map(([pattern, weight]) => ({ weight, matches: wildcardTest(piecesOf(pattern)) }));
  return { beginnings, wholes, wildcards: wildcards.toSorted((one, other) => other.weight - one.weight) };
}

function raise(weights: Map<string, number>, text: string, weight: number): void {
  weights.set(text, Math.max(weights.get(text) ?? 0, weight));
}

/** How a path must begin, what must come after that in this order, and how it must end. */
type Pieces = { first: string; rest: string[]; last: string };

function piecesOf(pattern: string): Pieces {
  const anchored = pattern.endsWith("$");
  const [first = "", ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  const last = anchored ? (rest.pop() ?? "") : "";
  return { first, rest: rest.filter((piece) => piece !== ""), last };
}

/** Piece by piece from the left: what comes first leaves the most to those behind it. */
function wildcardTest({ first, rest, last }: Pieces): (path: string) => boolean {
  const finders = rest.map(finder);
  return (path) => {
    if (!path.startsWith(first)) return false;
    let end = first.length;
    for (const find of finders) {
      end = find(path, end);
      if (end === -1) return false;
    }
    return path.length - last.length >= end && path.endsWith(last);
  };
}

/** Finds a text in another from an index on: the index behind its first occurrence, -1 where there is none. */
type Find = (text: string, from: number) => number;

/**
 * Looks for a text by Knuth, Morris and Pratt: in no more than two steps for each character of the other, whatever they are.
 * `indexOf` may take the product of both lengths.
 */
function finder(wanted: string): Find {
  const borders = bordersOf(wanted);
  return (text, from) => {
    let seen = 0;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      while (seen > 0 && wanted.charCodeAt(seen) !== code) seen = borders[seen] ?? 0;
      if (wanted.charCodeAt(seen) === code) seen += 1;
      if (seen === wanted.length) return at + 1;
    }
    return -1;
  };
}

/** For each length of a text's beginning: how much of its end is a shorter beginning as well. */
function bordersOf(wanted: string): Uint16Array {
  const borders = new Uint16Array(wanted.length + 1);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    const code = wanted.charCodeAt(at);
    while (length > 0 && wanted.charCodeAt(length) !== code) length = borders[length] ?? 0;
    if (wanted.charCodeAt(length) === code) length += 1;
    borders[at + 1] = length;
  }
  return borders;
}
