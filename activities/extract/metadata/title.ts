/** Possible titles of a page, each kind in order of trust. Any may be empty. */
export type TitleSources = {
  /** Declarations for other programs: JSON-LD, Dublin Core, Open Graph. */
  declaredTitles: readonly string[];
  /** The document's title. */
  document: string;
  /** The main `<h1>`. */
  heading: string;
  site: Site;
};

/** The title of the page without the name of its site. */
export function pageTitle({ declaredTitles, document, heading, site }: TitleSources): string {
  const declaredTitle = declaredTitles.find((title) => title !== "" && !isSiteName(title, site, "exactly"));
  const title = declaredTitle === undefined ? "" : ownTitle(declaredTitle, heading, site);
  if (title !== "") return title;
  const shortened = ownTitle(document, heading, site);
  if (shortened !== document || plainKey(shortened) === plainKey(heading)) return shortened;
  return stripLastPart(document) || heading;
}

/** Whether at least half of a title's words are in another title. */
export function sharesWords(title: string, other: string): boolean {
  const known = new Set(wordsOf(other));
  const words = wordsOf(title);
  return words.length > 0 && words.filter((word) => known.has(word)).length >= words.length / 2;
}

/** The part at either end of a title that resembles the page's host. */
export function siteNameInTitle(title: string, site: Site): string | undefined {
  const cuts = cutsOf(title);
  const [first, last] = [cuts[0], cuts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return [title.slice(last.end), title.slice(0, first.start)]
    .map((part) => part.trim())
    .find((part) => isSiteName(part, site, "roughly"));
}

/** Separators between the title of a page and the name of its site. */
const separator =
  /\s+[-–—|\\/>»·•~:_*]+\s+|\s*[|｜»_]\s*|(?<=[\p{L}\d])\s*[:：]\s+|\s-(?=\S)|(?<=\S)[-–—]\s|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[-–—]/gu;

type Cut = { start: number; end: number };

/** More parts are a list. Every pair of cuts is looked at. */
const maxCuts = 30;

function cutsOf(title: string): Cut[] {
  const cuts = [...title.matchAll(separator)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  return cuts.length > maxCuts ? [] : cuts;
}

function ownTitle(title: string, heading: string, site: Site): string {
  return headingIn(title, heading, site) ?? stripSite(title, site);
}

/**
 * The part of a title that equals the heading. At the end it counts only if it is most of the title or follows the
 * site's name: it may be a subtitle.
 */
function headingIn(title: string, heading: string, site: Site): string | null {
  const headingKey = plainKey(heading);
  if (headingKey.length < 2 || isSiteName(heading, site, "roughly")) return null;
  if (plainKey(title) === headingKey) return title;
  const cuts = cutsOf(title);
  const isHeading = (part: string) => plainKey(part) === headingKey;
  const first = cuts.map(({ start }) => title.slice(0, start)).find(isHeading);
  if (first !== undefined) return first.trim();
  const isMostOfTitle = headingKey.length > plainKey(title).length * 0.6;
  const last = cuts.find(({ end }) => isHeading(title.slice(end)));
  if (last !== undefined && (isMostOfTitle || isSiteName(title.slice(0, last.start), site, "roughly")))
    return title.slice(last.end).trim();
  const middle = cuts.flatMap(({ end }) =>
    cuts.filter(({ start }) => start > end).map(({ start }) => title.slice(end, start)),
  );
  return middle.find(isHeading)?.trim() ?? null;
}

/** Removes the site's name from both ends, up to three times: `Page | Section | Site`. */
function stripSite(title: string, site: Site): string {
  let bareTitle = title.trim();
  for (let pass = 0; pass < 3; pass += 1) {
    const shorter = stripSitePart(bareTitle, site);
    if (shorter === bareTitle) break;
    bareTitle = shorter;
  }
  const bracketed = / ?[([]([^()[\]]+)[)\]]$/u.exec(bareTitle);
  const isSite = bracketed !== null && bracketed.index > 0 && isSiteName(bracketed[1] ?? "", site, "roughly");
  return isSite ? bareTitle.slice(0, bracketed.index).trim() : bareTitle;
}

function stripSitePart(title: string, site: Site): string {
  const cuts = cutsOf(title);
  const last = cuts.find(({ start, end }) => start > 0 && isSiteName(title.slice(end), site, "roughly"));
  if (last !== undefined) return title.slice(0, last.start).trim();
  const [first] = cuts;
  const isSite = first !== undefined && isSiteName(title.slice(0, first.start), site, "roughly");
  return isSite ? title.slice(first.end).trim() || title : title;
}

/** Removes a short last part if the rest has at least three words. Used if nothing shows which part is the site. */
function stripLastPart(title: string): string {
  const last = [...title.matchAll(/\s+[-|–—»]+\s+|\s*[|｜]\s*/gu)].at(-1);
  if (last === undefined) return title;
  const before = title.slice(0, last.index).trim();
  const after = wordsOf(title.slice(last.index + last[0].length));
  return wordsOf(before).length >= 3 && after.length <= 6 ? before : title;
}

/** A site's names as keys, and the labels of its host without the last one. */
export type Site = { names: readonly string[]; hostLabels: readonly string[] };

/** A site, from its possible names and the address of one of its pages. */
export function describeSite(names: readonly (string | undefined)[], address: string): Site {
  const host = (URL.parse(address)?.hostname ?? "").replace(/^www\./u, "");
  const keys = [...names, host].map((name) => plainKey(name ?? "")).filter((key) => key.length > 1);
  return { names: keys, hostLabels: host.split(".").slice(0, -1).map(plainKey) };
}

/** The letters and digits of a text, in lower case. */
function plainKey(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** The words of a text. Each Chinese character is a word. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether a text is the site's name. `roughly` also accepts a similar name or the host (`NYT` on nyt.example). */
export function isSiteName(text: string, site: Site, precision: "exactly" | "roughly"): boolean {
  const key = plainKey(text);
  if (key === "") return false;
  if (site.names.includes(key)) return true;
  if (precision === "exactly") return false;
  const isInHost = site.hostLabels.some(
    (label) =>
      label.length > 2 &&
      key.length > 2 &&
      (label.includes(key) || (key.includes(label) && key.length <= label.length * 2)),
  );
  if (isInHost) return true;
  const isLonger = site.names.some(
    (name) => name.length > 3 && key.length <= name.length * 3 && (key.startsWith(name) || key.endsWith(name)),
  );
  const initials = wordsOf(text)
    .map((word) => word.charAt(0))
    .join("");
  return isLonger || (initials.length > 2 && site.hostLabels.includes(initials));
}
