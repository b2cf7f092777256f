import MiniSearch, { type SearchOptions } from "minisearch";
import type { GuideSection } from "./render.ts";

/** A section of the guide that has the words of a search. */
export type GuideHit = GuideSection & {
  /** Name and title of its page. */
  page: string;
  pageTitle: string;
  /** A part of the text, with the words that were found apart. */
  excerpt: readonly { text: string; isFound: boolean }[];
};

/** Finds sections of the guide. */
export type GuideSearch = (query: string) => GuideHit[];

/** Bounds of one search, which anybody may start. */
const maxTerms = 8;
const maxHits = 20;
/** Terms from this length on may have a typing error, if nothing has them as they are. */
const minFuzzyChars = 4;
const excerptChars = 220;

type Indexed = GuideSection & { page: string; pageTitle: string };

/** Letters of a term that may be wrong. */
const fuzzy = (term: string): number | false => (term.length >= minFuzzyChars ? 1 : false);

const options: SearchOptions = { boost: { pageTitle: 2, heading: 4 }, prefix: true, combineWith: "AND" };

/** Indexes the sections of all pages. */
export function openSearch(
  pages: readonly { name: string; title: string; sections: readonly GuideSection[] }[],
): GuideSearch {
  const sections = pages.flatMap(({ name, title, sections: all }) =>
    all.map((section): Indexed => ({ ...section, page: name, pageTitle: title })),
  );
  const index = new MiniSearch({ fields: ["pageTitle", "heading", "text"], idField: "id" });
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return (query) => {
    const words = query.split(/\s+/u).slice(0, maxTerms).join(" ");
    const exact = index.search(words, options);
    const found = exact.length > 0 ? exact : index.search(words, { ...options, fuzzy });
    return found.slice(0, maxHits).flatMap(({ id, terms }) => {
      const section = sections[Number(id)];
      return section === undefined ? [] : [{ ...section, excerpt: excerptOf(section.text, terms) }];
    });
  };
}

/** The part of a text around the first term, with all terms in it apart. */
function excerptOf(text: string, terms: readonly string[]): GuideHit["excerpt"] {
  const flat = text.replaceAll(/\s+/gu, " ").trim();
  const places = terms.map((term) => flat.toLowerCase().indexOf(term)).filter((at) => at !== -1);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first < excerptChars / 2 ? 0 : flat.lastIndexOf(" ", first - excerptChars / 4) + 1;
  const isCut = flat.length > start + excerptChars;
  const end = isCut ? flat.lastIndexOf(" ", start + excerptChars) : flat.length;
  const words = `${start > 0 ? "… " : ""}${flat.slice(start, Math.max(start, end))}${isCut ? " …" : ""}`.split(
    /([\p{L}\p{N}]+)/u,
  );
  return words.map((word) => ({ text: word, isFound: terms.includes(word.toLowerCase()) }));
}
