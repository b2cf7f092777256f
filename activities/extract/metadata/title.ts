/** What a page offers as its title, each most trusted first; any may be empty. */
export type TitleSources = {
  /** Statements for other programs: JSON-LD, Dublin Core, Open Graph. */
  declared: readonly string[];
  /** The document's own title. */
  document: string;
  /** The first heading of the first level. */
  heading: string;
  site: Site;
};

/** The name of the page without that of its site. */
export function pageTitle({ declared, document, heading, site }: TitleSources): string {
  const stated = declared.find((title) => title !== "" && !isSiteName(title, site, "exactly"));
  const title = stated === undefined ? "" : bareTitle(stated, heading, site);
  if (title !== "") return title;
  const bare = bareTitle(document, heading, site);
  if (bare !== document || plainKey(bare) === plainKey(heading)) return bare;
  return withoutLastPart(document) || heading;
}

/** Whether a title is made of the same words as another, for the most part. */
export function isLike(title: string, other: string): boolean {
  const known = new Set(wordsOf(other));
  const words = wordsOf(title);
  return words.length > 0 && words.filter((word) => known.has(word)).length >= words.length / 2;
}

/** The part of a title, at either end, that is much like the host of its page. */
export function siteNameInTitle(title: string, site: Site): string | undefined {
  const cuts = cutsOf(title);
  const [first, last] = [cuts[0], cuts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return [title.slice(last.end), title.slice(0, first.start)]
    .map((part) => part.trim())
    .find((part) => isSiteName(part, site, "roughly"));
}

/** What pages put between their own name and their site's. */
const separator =
  /\s+[-–—|\\/>»·•~:_*]+\s+|\s*[|｜»_]\s*|(?<=[\p{L}\d])\s*[:：]\s+|\s-(?=\S)|(?<=\S)[-–—]\s|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[-–—]/gu;

type Cut = { start: number; end: number };

function cutsOf(title: string): Cut[] {
  return [...title.matchAll(separator)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

function bareTitle(title: string, heading: string, site: Site): string {
  return headingIn(title, heading, site) ?? withoutSite(title, site);
}

/** The part of a title that is the page's heading. At its end it may be a subtitle, unless it is most of the title. */
function headingIn(title: string, heading: string, site: Site): string | null {
  const wanted = plainKey(heading);
  if (wanted.length < 2 || isSiteName(heading, site, "roughly")) return null;
  if (plainKey(title) === wanted) return title;
  const cuts = cutsOf(title);
  const isIt = (part: string) => plainKey(part) === wanted;
  const first = cuts.map(({ start }) => title.slice(0, start)).find(isIt);
  if (first !== undefined) return first.trim();
  const isMost = wanted.length > plainKey(title).length * 0.6;
  const last = cuts.find(({ end }) => isIt(title.slice(end)));
  if (last !== undefined && (isMost || isSiteName(title.slice(0, last.start), site, "roughly")))
    return title.slice(last.end).trim();
  const middle = cuts.flatMap(({ end }) =>
    cuts.filter(({ start }) => start > end).map(({ start }) => title.slice(end, start)),
  );
  return middle.find(isIt)?.trim() ?? null;
}

/** Takes the site's name off either end, again and again: `Page | Section | Site`. */
function withoutSite(title: string, site: Site): string {
  let bare = title.trim();
  for (let round = 0; round < 3; round += 1) {
    const shorter = withoutSitePart(bare, site);
    if (shorter === bare) break;
    bare = shorter;
  }
  const bracketed = / ?[([]([^()[\]]+)[)\]]$/u.exec(bare);
  const isSite = bracketed !== null && bracketed.index > 0 && isSiteName(bracketed[1] ?? "", site, "roughly");
  return isSite ? bare.slice(0, bracketed.index).trim() : bare;
}

function withoutSitePart(title: string, site: Site): string {
  const cuts = cutsOf(title);
  const last = cuts.find(({ start, end }) => start > 0 && isSiteName(title.slice(end), site, "roughly"));
  if (last !== undefined) return title.slice(0, last.start).trim();
  const [first] = cuts;
  const isSite = first !== undefined && isSiteName(title.slice(0, first.start), site, "roughly");
  return isSite ? title.slice(first.end).trim() || title : title;
}

/** Where nothing tells which part is the site: what is short, stands last and leaves a title of several words. */
function withoutLastPart(title: string): string {
  const last = [...title.matchAll(/\s+[-|–—»]+\s+|\s*[|｜]\s*/gu)].at(-1);
  if (last === undefined) return title;
  const before = title.slice(0, last.index).trim();
  const after = wordsOf(title.slice(last.index + last[0].length));
  return wordsOf(before).length >= 3 && after.length <= 6 ? before : title;
}

/** By what names a page's site goes, as keys; and the labels of its host but the last. */
export type Site = { names: readonly string[]; hostLabels: readonly string[] };

/** A site from what it may be called and the address of one of its pages. */
export function siteOf(names: readonly (string | undefined)[], address: string): Site {
  const host = (URL.parse(address)?.hostname ?? "").replace(/^www\./u, "");
  const keys = [...names, host].map((name) => plainKey(name ?? "")).filter((key) => key.length > 1);
  return { names: keys, hostLabels: host.split(".").slice(0, -1).map(plainKey) };
}

/** A text by its letters and digits alone. */
function plainKey(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** The words of a text; of Chinese, characters. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether a text is the name of the site; roughly: or much like it, or like the host (`NYT` on nyt.example). */
export function isSiteName(text: string, site: Site, how: "exactly" | "roughly"): boolean {
  const key = plainKey(text);
  if (key === "") return false;
  if (site.names.includes(key)) return true;
  if (how === "exactly") return false;
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
