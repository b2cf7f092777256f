import { parse, type CssNode } from "css-tree";
import type { Font } from "#schemas/extracts/font.ts";
import type { FontsRead } from "./page/readFonts.ts";

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
export function sourcesOf(family: string, rules: FontsRead["rules"]): Source[] {
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
