import type { Json } from "#schemas/common.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import { type ExtractName, extractNames } from "#schemas/extracts/extracts.ts";
import { RenderFailure } from "../failures.ts";
import type { PageWatch, WatchedPage } from "../ports.ts";
import { colors } from "./colors.ts";
import { design } from "./design/design.ts";
import { elements } from "./elements.ts";
import { type ExtractedOutput, type Extractor, type PageSource, truncation } from "./extractor.ts";
import { fonts } from "./fonts.ts";
import { images } from "./images.ts";
import { links } from "./links.ts";
import { markdown } from "./markdown/markdown.ts";
import { isJsonObject } from "./metadata/jsonLd.ts";
import { metadata } from "./metadata/metadata.ts";
import type { PageFunction } from "./page/safeDom.ts";
import { openShared } from "./page/shared.ts";
import { html, structure } from "./structure.ts";
import { valuesProbe } from "./values/valuesProbe.ts";
import { videos } from "./videos.ts";

/** Extracts that the browser tells while the page loads. The others are read from the document. */
type WatchedExtract = ExtractName & PageWatch;

type WatchedText = { text: string; contentType: string; isCut: boolean };

/** Turns a watched part into a text, by the name of its extract. */
const watchers: Readonly<Record<WatchedExtract, (watched: WatchedPage) => WatchedText | undefined>> = {
  console: ({ console }) => console && jsonOf(console.lines, console.isCut),
  har: ({ har }) => har && jsonOf(har.har, har.isCut),
  mhtml: ({ mhtml: text }) =>
    text === undefined ? undefined : { text, contentType: "multipart/related", isCut: false },
};

function jsonOf(value: object, isCut: boolean): WatchedText {
  return { text: JSON.stringify(value), contentType: "application/json", isCut };
}

const isWatched = (name: ExtractName): name is WatchedExtract => Object.hasOwn(watchers, name);

/** The extracts that are read from the document. */
export const probedExtracts = extractNames.filter((name) => !isWatched(name));

/** The watches that these extracts need. */
export function watchesFor(extracts: readonly ExtractName[]): WatchedExtract[] {
  return extracts.filter(isWatched);
}

/** Every other extractor, by the name of its extract. */
const extractors = {
  metadata,
  markdown,
  html,
  links,
  images,
  videos,
  fonts,
  colors,
  structure,
  design,
  elements,
} satisfies Record<Exclude<ExtractName, WatchedExtract>, Extractor>;

/** The parts of a captured page that extracts are made of. */
type ReadPage = { probed: Json; watched?: WatchedPage };

/**
 * Turns the probe's value and the watched parts into the requested extracts, in the given order.
 * @throws RenderFailure if the page lacks one.
 */
export async function runExtractors(
  extracts: readonly ExtractName[],
  { probed, watched = {} }: ReadPage,
  source: PageSource,
): Promise<ExtractedOutput[]> {
  const outputs: ExtractedOutput[] = [];
  for (const name of extracts) {
    if (isWatched(name)) {
      const told = watchers[name](watched);
      if (told === undefined) throw nothingFor(name);
      const { text, contentType, isCut } = told;
      outputs.push({ name, contentType, bytes: Buffer.from(text), ...truncation(isCut ? [name] : []) });
      continue;
    }
    const read = isJsonObject(probed) ? probed[name] : undefined;
    if (read === undefined) throw nothingFor(name);
    const { contentType, finish } = extractors[name];
    outputs.push({ name, contentType, ...(await finish(read, source)) });
  }
  return outputs;
}

function nothingFor(name: ExtractName): RenderFailure {
  return new RenderFailure("internal_error", `The page gave nothing for ${name}.`);
}

/**
 * The probe: one JavaScript expression that reads everything the given extracts and values need. Its value is an object with a
 * member per extract, and those of `valuesProbe`. Null without both.
 */
export function buildProbe(extracts: readonly ExtractName[], values: readonly ValueEntry[] = []): string | null {
  const probed = extracts.filter((name) => !isWatched(name));
  if (probed.length === 0 && values.length === 0) return null;
  const ofValues = valuesProbe(values);
  const readers = probed.map((name) => ({ name, ...extractors[name] }));
  const functions = [...ofValues.functions, ...readers.flatMap(({ read, dependencies }) => [read, ...dependencies])];
  const members = [
    ...ofValues.members,
    ...readers.map(({ name, read }) => `${JSON.stringify(name)}: ${read.name}(shared)`),
  ];
  const shared = functions.some(({ name }) => name === openShared.name) ? `${openShared.name}()` : "null";
  return pageExpression(functions, `const shared = ${shared};\nreturn { ${members.join(", ")} };`);
}

/** One expression that defines functions in the page and runs `body`, which may use them. */
export function pageExpression(used: readonly PageFunction[], body: string): string {
  const functions = new Map<string, PageFunction>();
  for (const added of used) addPageFunction(functions, added);
  const sources = [...functions.values()].map((each) => each.toString());
  return `(() => {\n"use strict";\n${sources.join("\n")}\n${body}\n})()`;
}

function addPageFunction(functions: Map<string, PageFunction>, added: PageFunction): void {
  const existing = functions.get(added.name);
  // All functions share one scope in the page.
  if (existing !== undefined && existing !== added)
    throw new TypeError(`two functions for the page are named ${added.name}`);
  functions.set(added.name, added);
}
