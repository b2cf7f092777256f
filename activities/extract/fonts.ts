import { type CssNode, parse } from "css-tree";
import type { Font } from "#schemas/extracts/appearance.ts";
import { shareOf } from "./color/pageColors.ts";
import { defineExtractor, whatWasCut } from "./extractor.ts";
import { familiesOf, type FontsRead } from "./page/readFonts.ts";
import { sharedFonts, sharing } from "./page/shared.ts";

/** The family that CSS asks for first, and the one that its text is drawn in; null where that is not known. */
type ResolvedFamily = { family: string; renderedWith: string | null };
/** Resolves a computed `font-family`. */
export type FamilyResolver = (stack: string) => ResolvedFamily;

/**
 * A resolver for the page's lists. The first name counts as asked for, spelled as its face is declared. Text is drawn in
 * the first name that has a loaded face or is installed. Characters that this family lacks are not looked at.
 */
export function familyResolver({ faces, installed }: FontsRead): FamilyResolver {
  const declared = new Map(faces.map(({ family }) => [family.toLowerCase(), family]));
  const loaded = new Set(faces.filter((face) => face.loaded).map(({ family }) => family.toLowerCase()));
  const drawn = new Map(installed.map((each) => [each.family.toLowerCase(), each.drawn]));
  const canDraw = (name: string) => loaded.has(name) || (!declared.has(name) && drawn.has(name));
  return (stack) => {
    const families = familiesOf(stack);
    const asked = families[0] ?? stack;
    const used = families.map((family) => family.toLowerCase()).find(canDraw) ?? "";
    return {
      family: declared.get(asked.toLowerCase()) ?? asked,
      renderedWith: declared.get(used) ?? drawn.get(used) ?? null,
    };
  };
}

/** For each family asked for, by its name in lower case: the family that most of its characters are drawn in. */
export function mostlyRenderedWith(
  uses: readonly { stack: string; characters: number }[],
  resolve: FamilyResolver,
): Map<string, string | null> {
  const counts = new Map<string, Map<string | null, number>>();
  for (const { stack, characters } of uses) {
    const { family, renderedWith } = resolve(stack);
    const name = family.toLowerCase();
    const count = counts.get(name) ?? new Map<string | null, number>();
    counts.set(name, count.set(renderedWith, (count.get(renderedWith) ?? 0) + characters));
  }
  return new Map(
    [...counts].map(([name, count]) => [name, [...count].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null]),
  );
}

const maxFonts = 200;

/** `fonts`: the families that the page declares or that its text asks for first. */
export const fonts = defineExtractor({
  contentType: "application/json",
  read: sharedFonts,
  uses: sharing,
  finish(read) {
    const value = toFonts(read);
    const cut = value.length > maxFonts ? ["fonts"] : [];
    return { bytes: Buffer.from(JSON.stringify(value.slice(0, maxFonts))), ...whatWasCut([...read.cut, ...cut]) };
  },
});

/** The fonts of a page out of what was read from it, the most used first. */
function toFonts(read: FontsRead): Font[] {
  const resolve = familyResolver(read);
  const uses = read.uses.filter((use) => use.characters > 0);
  const drawn = mostlyRenderedWith(uses, resolve);
  const installed = new Set(read.installed.map(({ family }) => family.toLowerCase()));
  const all = read.uses.reduce((sum, { characters }) => sum + characters, 0);
  const found = new Map<string, { family: string; characters: number; weights: number[]; styles: string[] }>();
  const entry = (family: string) => {
    const known = found.get(family.toLowerCase()) ?? { family, characters: 0, weights: [], styles: [] };
    found.set(family.toLowerCase(), known);
    return known;
  };
  for (const { family } of read.faces) entry(family);
  for (const { stack, weight, style, characters } of uses) {
    const font = entry(resolve(stack).family);
    font.characters += characters;
    font.weights.push(weight);
    font.styles.push(style);
  }
  return [...found.values()]
    .toSorted((a, b) => b.characters - a.characters)
    .map(({ family, characters, weights, styles }) => {
      const faces = read.faces.filter((face) => isSame(face.family, family));
      const isDeclared = faces.length > 0;
      return {
        family,
        renderedWith: drawn.get(family.toLowerCase()) ?? null,
        weights: sortedOnce(isDeclared ? faces.flatMap(({ weight }) => weightsOf(weight)) : weights),
        styles: [...new Set(isDeclared ? faces.map(({ style }) => style) : styles)].toSorted(),
        sources: isDeclared ? sourcesOf(family, read.rules) : [],
        loaded: isDeclared ? faces.some(({ loaded }) => loaded) : installed.has(family.toLowerCase()),
        usedBy: shareOf(characters, all),
      };
    });
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The weights a face is declared with; of a range both ends. */
function weightsOf(weight: string): number[] {
  const names: Record<string, number> = { normal: 400, bold: 700 };
  return weight
    .split(/\s+/u)
    .map((each) => Math.round(names[each] ?? Number(each)))
    .filter((each) => Number.isFinite(each));
}

function sortedOnce(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

const maxSources = 100;
/** What `format()` calls files with these endings. */
const formats: Readonly<Record<string, string>> = {
  woff2: "woff2",
  woff: "woff",
  ttf: "truetype",
  otf: "opentype",
  ttc: "collection",
  otc: "collection",
  eot: "embedded-opentype",
  svg: "svg",
};

type Source = Font["sources"][number];

/** The files that a family's `@font-face` rules name; none where they stand in a sheet that can't be read. */
function sourcesOf(family: string, rules: FontsRead["rules"]): Source[] {
  const own = rules.filter((rule) => unquoted(rule.family).toLowerCase() === family.toLowerCase());
  const found = own.flatMap(({ src, base }) => sourcesIn(src, base));
  const once = new Map(found.map((source) => [source.url, source]));
  return [...once.values()].slice(0, maxSources);
}

/** The files that the `src` of an `@font-face` names; fonts of the reader's own machine (`local()`) are none. */
function sourcesIn(src: string, base: string): Source[] {
  const tree = parse(src, { context: "value", onParseError: () => undefined });
  const nodes: CssNode[] = tree.type === "Value" ? tree.children.toArray() : [];
  const found: Source[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    if (node.type === "Url") {
      const url = URL.parse(node.value, base)?.href ?? "";
      // A font written into the sheet: what it is, without the font.
      const short = url.startsWith("data:") ? url.slice(0, Math.min(200, url.indexOf(",") + 1)) : url;
      if (short !== "") found.push({ url: short, format: formatByName(short) });
    } else if (node.type === "Function" && node.name === "format" && last !== undefined) {
      const [name] = node.children.toArray();
      if (name?.type === "String") last.format = name.value;
      if (name?.type === "Identifier") last.format = name.name;
    }
  }
  return found;
}

function formatByName(url: string): string | null {
  const ending = /\.(\w{3,5})$/u.exec(URL.parse(url)?.pathname ?? "")?.[1]?.toLowerCase() ?? "";
  return formats[ending] ?? null;
}

function unquoted(family: string): string {
  return family.trim().replaceAll(/^["']|["']$/gu, "");
}
