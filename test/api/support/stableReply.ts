import type { Json } from "#schemas/common.ts";

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const hexId = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g;
const digest = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const firstTime = Date.parse("2026-11-21T09:30:00.000Z");

/** Texts that differ from run to run or fill a line, and the text of every run. */
const replacements: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/http:\/\/api\.test/g, "https://api.example.com"],
  [/\b(?:127\.0\.0\.1|localhost|\[::1\]):\d+/g, "example.com"],
  [/wf_live_[\w-]{8,}/g, "wf_live_…"],
  [/whsec_[\w+/=-]{8,}/g, "whsec_…"],
  [/\bexpires=\d+/g, "expires=1795339860"],
  [/"secret":"[\w+/=-]{16,}"/g, '"secret":"3q2-7wEjRWeJq83v…"'],
  [/(?<=\/feeds\/[\da-f-]{36}\/)[\w-]{16,}/g, "3q2-7wEjRWeJq83v"],
  [/(\w)\1{49,}/g, "$1$1$1…"],
  [/"nextCursor":"[\w-]{20,}"/g, '"nextCursor":"MDE5ODBlMmEtNGMwMC03MDAw"'],
  [/"\d{4}-\d\d-\d\d"/g, '"2026-11-21"'],
  [/\b(signature|token|key)=[\w%~.-]{16,}/g, "$1=3q2-7wEjRWeJq83v"],
];

/**
 * A reply with the same ids, times and addresses in each run. Ids are numbered as they come in the text, and times follow
 * each other by a minute in their order.
 */
export function stableReply(body: Json): Json {
  const text = replacements.reduce(
    (before, [pattern, after]) => before.replaceAll(pattern, after),
    JSON.stringify(body),
  );
  const times = distinct(text, time).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const stable: Json = JSON.parse(
    numbered(
      numbered(numbered(text, uuid, uuidOf), digest, (count) => hexOf(count, 64)),
      hexId,
      (count) => hexOf(count, 32),
    ).replaceAll(time, (at) => new Date(firstTime + times.indexOf(at) * 60_000).toISOString()),
  );
  return stable;
}

function numbered(text: string, pattern: RegExp, idOf: (count: number) => string): string {
  const ids = distinct(text, pattern);
  return text.replaceAll(pattern, (id) => idOf(ids.indexOf(id) + 1));
}

function distinct(text: string, pattern: RegExp): string[] {
  return [...new Set(text.match(pattern))];
}

function uuidOf(count: number): string {
  return `01980e2a-4c00-7000-8000-${count.toString(16).padStart(12, "0")}`;
}

function hexOf(count: number, length: number): string {
  return count.toString(16).padStart(length, "0");
}
