import { type CssNode, parse } from "css-tree";
import type { Font } from "#schemas/extracts/appearance.ts";
import { shareOf } from "./color/pageColors.ts";
import { defineExtractor, truncation } from "./extractor.ts";
import { familiesOf, type FontsRead } from "./page/readFonts.ts";
import { sharedFonts, sharedDependencies } from "./page/shared.ts";

const maxFonts = 200;

/** `fonts`: the font families that the page declares or that its text requests first. */
export const fonts = defineExtractor({
  contentType: "application/json",
  read: sharedFonts,
  dependencies: sharedDependencies,
  finish(read) {
    const value = toFonts(read);
    const cut = value.length > maxFonts ? ["fonts"] : [];
    return { bytes: Buffer.from(JSON.stringify(value.slice(0, maxFonts))), ...truncation([...read.cut, ...cut]) };
  },
});

/** The fonts of a page, the most used first. */
function toFonts(reading: FontsRead): Font[] {
  const resolve = familyResolver(reading);
  const uses = reading.uses.filter((use) => use.characters > 0);
  const drawnFamilies = mainRenderedFamilies(uses, resolve);
  const installedFamilies = new Set(reading.installed.map(({ family }) => family.toLowerCase()));
  const totalCharacters = reading.uses.reduce((sum, { characters }) => sum + characters, 0);
  const fontsByName = new Map<string, { family: string; characters: number; weights: number[]; styles: string[] }>();
  const entryOf = (family: string) => {
    const known = fontsByName.get(family.toLowerCase()) ?? { family, characters: 0, weights: [], styles: [] };
    fontsByName.set(family.toLowerCase(), known);
    return known;
  };
  for (const { family } of reading.faces) entryOf(family);
  for (const { stack, weight, style, characters } of uses) {
    const font = entryOf(resolve(stack).family);
    font.characters += characters;
    font.weights.push(weight);
    font.styles.push(style);
  }
  return [...fontsByName.values()]
    .toSorted((a, b) => b.characters - a.characters)
    .map(({ family, characters, weights, styles }) => {
      const faces = reading.faces.filter((face) => isSameFamily(face.family, family));
      const isDeclared = faces.length > 0;
      return {
        family,
        renderedWith: drawnFamilies.get(family.toLowerCase()) ?? null,
        weights: uniqueSorted(isDeclared ? faces.flatMap(({ weight }) => weightsOf(weight)) : weights),
        styles: [...new Set(isDeclared ? faces.map(({ style }) => style) : styles)].toSorted(),
        sources: isDeclared ? sourcesOf(family, reading.rules) : [],
        loaded: isDeclared ? faces.some(({ loaded }) => loaded) : installedFamilies.has(family.toLowerCase()),
        usedBy: shareOf(characters, totalCharacters),
      };
    });
}

/** The first family of a `font-family` list, and the family that draws its text; null if unknown. */
type ResolvedFamily = { family: string; renderedWith: string | null };
/** Resolves a computed `font-family`. */
export type FamilyResolver = (stack: string) => ResolvedFamily;

/**
 * Returns a resolver for the page's `font-family` lists. The first name is the requested family, spelled as its
 * `@font-face` spells it. Text is drawn in the first name that has a loaded face or is installed. Characters that this
 * family lacks are not considered.
 */
export function familyResolver({ faces, installed }: FontsRead): FamilyResolver {
  const declaredNames = new Map(faces.map(({ family }) => [family.toLowerCase(), family]));
  const loaded = new Set(faces.filter((face) => face.loaded).map(({ family }) => family.toLowerCase()));
  const drawnNames = new Map(installed.map((each) => [each.family.toLowerCase(), each.drawnWith]));
  const canDraw = (name: string) => loaded.has(name) || (!declaredNames.has(name) && drawnNames.has(name));
  return (stack) => {
    const families = familiesOf(stack);
    const requested = families[0] ?? stack;
    const used = families.map((family) => family.toLowerCase()).find(canDraw) ?? "";
    return {
      family: declaredNames.get(requested.toLowerCase()) ?? requested,
      renderedWith: declaredNames.get(used) ?? drawnNames.get(used) ?? null,
    };
  };
}

/** For each requested family, by its lower-case name: the family that draws most of its characters. */
export function mainRenderedFamilies(
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

function isSameFamily(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The declared weights of a face. A range gives both ends. */
function weightsOf(weight: string): number[] {
  const names: Record<string, number> = { normal: 400, bold: 700 };
  return weight
    .split(/\s+/u)
    .map((each) => Math.round(names[each] ?? Number(each)))
    .filter((each) => Number.isFinite(each));
}

function uniqueSorted(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

const maxSources = 100;
/** Names for `format()` by file extension. */
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

/** The files in a family's `@font-face` rules. Empty if the rules are in a style sheet that cannot be read. */
function sourcesOf(family: string, rules: FontsRead["rules"]): Source[] {
  const own = rules.filter((rule) => unquoted(rule.family).toLowerCase() === family.toLowerCase());
  const found = own.flatMap(({ src, base }) => sourcesIn(src, base));
  const once = new Map(found.map((source) => [source.url, source]));
  return [...once.values()].slice(0, maxSources);
}

/** The files in the `src` of an `@font-face`. Installed fonts (`local()`) are left out. */
function sourcesIn(src: string, base: string): Source[] {
  const tree = parse(src, { context: "value", onParseError: () => undefined });
  const nodes: CssNode[] = tree.type === "Value" ? tree.children.toArray() : [];
  const sources: Source[] = [];
  for (const node of nodes) {
    const last = sources.at(-1);
    if (node.type === "Url") {
      const url = URL.parse(node.value, base)?.href ?? "";
      // A font inside a `data:` address: keep its type, drop its bytes.
      const short = url.startsWith("data:") ? url.slice(0, Math.min(200, url.indexOf(",") + 1)) : url;
      if (short !== "") sources.push({ url: short, format: formatByName(short) });
    } else if (node.type === "Function" && node.name === "format" && last !== undefined) {
      const [name] = node.children.toArray();
      if (name?.type === "String") last.format = name.value;
      if (name?.type === "Identifier") last.format = name.name;
    }
  }
  return sources;
}

function formatByName(url: string): string | null {
  const ending = /\.(\w{3,5})$/u.exec(URL.parse(url)?.pathname ?? "")?.[1]?.toLowerCase() ?? "";
  return formats[ending] ?? null;
}

function unquoted(family: string): string {
  return family.trim().replaceAll(/^["']|["']$/gu, "");
}
