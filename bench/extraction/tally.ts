import { median } from "../statistics.ts";
import type { Contender, Extraction } from "./contenders.ts";
import type { GoldenPage } from "./goldenPages.ts";
import { sameDay, sameLanguage, sameNames, sameText, sameTitle, tokensOf, wordF1 } from "./score.ts";

const sameness = {
  title: sameTitle,
  byline: sameNames,
  siteName: sameText,
  publishedTime: sameDay,
  lang: sameLanguage,
} as const;
type Field = keyof typeof sameness;
const fields = ["title", "byline", "siteName", "publishedTime", "lang"] as const satisfies readonly Field[];

/** The results of one contender, page by page. */
export type Tally = {
  add(page: GoldenPage): Promise<void>;
  /** Per page, 0 to 1. */
  f1: number[];
  /** Per page: its kind, and the language that it declares. */
  kinds: string[];
  languages: string[];
  milliseconds: number[];
  /** Per field, the pages that state it, and those on which the contender finds the same value. */
  stated: Record<Field, number>;
  right: Record<Field, number>;
  /** Pages on which the contender threw an error. */
  failed: string[];
};

/** An empty tally. */
export function tallyOf(contender: Contender): Tally {
  const none = { title: 0, byline: 0, siteName: 0, publishedTime: 0, lang: 0 };
  const tally = {
    f1: [],
    kinds: [],
    languages: [],
    milliseconds: [],
    stated: { ...none },
    right: { ...none },
    failed: [],
  };
  return { ...tally, add: (page) => add(tally, contender, page) };
}

async function add(tally: Omit<Tally, "add">, contender: Contender, page: GoldenPage): Promise<void> {
  const startedAt = performance.now();
  const extraction = await contender.extract(page.html).catch((): Extraction => {
    tally.failed.push(page.name);
    return { text: "", metadata: {} };
  });
  tally.milliseconds.push(extraction.milliseconds ?? performance.now() - startedAt);
  tally.f1.push(wordF1(tokensOf(extraction.text), tokensOf(page.text)));
  tally.kinds.push(page.kind);
  tally.languages.push(/<html[^>]*\slang=["']?([a-z]{2})/iu.exec(page.html)?.[1]?.toLowerCase() ?? "none");
  for (const field of fields) {
    const wanted = page.metadata[field] ?? "";
    if (wanted === "") continue;
    tally.stated[field] += 1;
    if (sameness[field](extraction.metadata[field] ?? "", wanted)) tally.right[field] += 1;
  }
}

/** The results as rows of a table with a column per tally. */
export function tallyRows(tallies: readonly Tally[]): string[][] {
  const row = (name: string, figure: (tally: Tally) => string) => [name, ...tallies.map(figure)];
  return [
    row("pages", ({ f1 }) => String(f1.length)),
    row("F1 of the main text", ({ f1 }) => meanOf(f1)),
    ...groupRows(tallies, "kinds"),
    ...groupRows(tallies, "languages"),
    ...fields.map((field) => row(field, ({ right, stated }) => `${right[field]} of ${stated[field]}`)),
    row("median ms", ({ milliseconds }) => median(milliseconds).toFixed(0)),
    row("errors", ({ failed }) => String(failed.length)),
  ];
}

/** Groups with fewer pages say nothing. */
const minGroupPages = 5;

/** A row of mean F1 for each kind of page, or for each language. */
function groupRows(tallies: readonly Tally[], key: "kinds" | "languages"): string[][] {
  const groups = tallies[0]?.[key] ?? [];
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
  const large = [...counts].filter(([, count]) => count >= minGroupPages).toSorted(([, one], [, other]) => other - one);
  if (large.length < 2) return [];
  return large.map(([group, count]) => [
    `  ${group} (${count})`,
    ...tallies.map((tally) => meanOf(tally.f1.filter((_f1, index) => tally[key][index] === group))),
  ]);
}

function meanOf(values: readonly number[]): string {
  return (values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)).toFixed(4);
}
