import { normalizePercentEncoding } from "../plainEscapes.ts";

/** One rule of a robots.txt; `pattern` is percent-encoded, `*` stands for anything and a `$` at its end for the end. */
export type RobotsRule = { allow: boolean; pattern: string };

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
