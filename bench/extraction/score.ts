/** Words of a text in lower case. In scripts without spaces, each character is a word. */
export function tokensOf(text: string): string[] {
  const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}_]+/gu;
  return text.normalize("NFKC").toLowerCase().match(word) ?? [];
}

/** The harmonic mean of precision and recall of words, 0 to 1. Repeated words count as often as they occur. */
export function wordF1(foundWords: readonly string[], wantedWords: readonly string[]): number {
  if (foundWords.length === 0 || wantedWords.length === 0) return foundWords.length === wantedWords.length ? 1 : 0;
  const leftCounts = new Map<string, number>();
  for (const word of wantedWords) leftCounts.set(word, (leftCounts.get(word) ?? 0) + 1);
  let sharedCount = 0;
  for (const word of foundWords) {
    const count = leftCounts.get(word) ?? 0;
    if (count === 0) continue;
    sharedCount += 1;
    leftCounts.set(word, count - 1);
  }
  return (2 * sharedCount) / (foundWords.length + wantedWords.length);
}

/** Whether two texts are equal apart from quotes, dashes and white space. */
export function sameText(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** Whether two titles are equal, with or without a suffix after a separator, such as the site's name. */
export function sameTitle(one: string, other: string): boolean {
  const [short = "", long = ""] = [plain(one), plain(other)].toSorted((a, b) => a.length - b.length);
  if (short === "" || !long.startsWith(short)) return short === long;
  return /^(?:$|\s*[-|_·»:([])/u.test(long.slice(short.length));
}

/** Whether two lines name the same people in any order. One may continue after the name, for example with a date. */
export function sameNames(one: string, other: string): boolean {
  const [short = "", long = ""] = [names(one), names(other)].toSorted((a, b) => a.length - b.length);
  return short === long || (short.includes(" ") && long.startsWith(short) && !/^\p{L}/u.test(long.slice(short.length)));
}

/** Whether two dates are the same day, as written or in UTC. */
export function sameDay(one: string, other: string): boolean {
  const written = /^\s*(\d{4}-\d\d-\d\d)/u;
  const asWritten = written.exec(one)?.[1];
  return (asWritten !== undefined && asWritten === written.exec(other)?.[1]) || utcDay(one) === utcDay(other);
}

/** Whether two tags name the same language. The region is ignored. */
export function sameLanguage(one: string, other: string): boolean {
  return plain(one).split(/[-_]/u)[0] === plain(other).split(/[-_]/u)[0];
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[‘’ʼ`´]/gu, "'")
    .replaceAll(/[“”«»„]/gu, '"')
    .replaceAll(/[‐-―−]/gu, "-")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .toLowerCase();
}

function names(line: string): string {
  const bare = plain(line).replace(/^(?:written by|by|von|par|por|di|door)[\s:]+/u, "");
  return bare
    .split(/\s*(?:[,;&|]|\b(?:and|und|et|y)\b)\s*/u)
    .filter((name) => name !== "")
    .toSorted()
    .join("|");
}

function utcDay(text: string): string {
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? text.trim() : new Date(instant).toISOString().slice(0, 10);
}
