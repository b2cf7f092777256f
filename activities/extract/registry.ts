import type { Json } from "#schemas/common.ts";
import type { ExtractName } from "#schemas/outputs.ts";
import { RenderFailure } from "../failures.ts";
import { colors } from "./colors.ts";
import { design } from "./design/design.ts";
import type { ExtractedOutput, Extractor, PageSource } from "./extractor.ts";
import { fonts } from "./fonts.ts";
import { images } from "./images.ts";
import { links } from "./links.ts";
import { markdown } from "./markdown/markdown.ts";
import { isJsonObject } from "./metadata/jsonLd.ts";
import { metadata } from "./metadata/metadata.ts";
import { elementDependencies, type ElementsToRead, readElements } from "./page/readElements.ts";
import type { PageFunction } from "./page/safeDom.ts";
import { openShared } from "./page/shared.ts";
import { html, structure } from "./structure.ts";
import { videos } from "./videos.ts";

/** Every extractor, by the name of its extract. */
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
} satisfies Record<ExtractName, Extractor>;

/**
 * Turns the probe's value into the requested extracts, in the given order. @throws RenderFailure if the value lacks
 * one.
 */
export async function runExtractors(
  extracts: readonly ExtractName[],
  probeValue: Json,
  source: PageSource,
): Promise<ExtractedOutput[]> {
  const outputs: ExtractedOutput[] = [];
  for (const name of extracts) {
    const read = isJsonObject(probeValue) ? probeValue[name] : undefined;
    if (read === undefined) throw new RenderFailure("internal_error", `The page gave nothing for ${name}.`);
    const { contentType, finish } = extractors[name];
    outputs.push({ name, contentType, ...(await finish(read, source)) });
  }
  return outputs;
}

/**
 * The probe: one JavaScript expression that reads everything the given extracts need, and the elements of values. `elements` is
 * null without values. The result is an object with a member per extract, and `values`. Null without both.
 */
export function buildProbe(
  extracts: readonly ExtractName[],
  elements: readonly ElementsToRead[] | null = null,
): string | null {
  if (extracts.length === 0 && elements === null) return null;
  const readers = extracts.map((name) => ({ name, ...extractors[name] }));
  const functions = [
    ...(elements === null ? [] : [readElements, ...elementDependencies]),
    ...readers.flatMap(({ read, dependencies }) => [read, ...dependencies]),
  ];
  const members = [
    ...(elements === null ? [] : [`values: ${readElements.name}(${JSON.stringify(elements)})`]),
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
