import { finder } from "./finder.ts";
import type { RobotsRule } from "./parseRobots.ts";

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
