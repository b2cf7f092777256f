import type { Json } from "#schemas/common.ts";
import type { ExtractName, PageInfo } from "#schemas/outputs.ts";
import { RenderFailure } from "../failures.ts";
import { colors } from "./colors.ts";
import { design } from "./design/design.ts";
import type { ExtractedOutput, Extractor } from "./extractor.ts";
import { fonts } from "./fonts.ts";
import { images } from "./images.ts";
import { links } from "./links.ts";
import { markdown } from "./markdown/markdown.ts";
import { isJsonObject } from "./metadata/jsonLd.ts";
import { metadata } from "./metadata/metadata.ts";
import type { PageFunction } from "./page/safeDom.ts";
import { openShared } from "./page/shared.ts";
import { html, structure } from "./structure.ts";
import { videos } from "./videos.ts";

/** Every kind of extract. */
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

/** Turns what the probe read into the outputs asked for, in their order. Rejects with RenderFailure. */
export async function runExtractors(
  extracts: readonly ExtractName[],
  probed: Json,
  page: PageInfo,
): Promise<ExtractedOutput[]> {
  const outputs: ExtractedOutput[] = [];
  for (const name of extracts) {
    const read = isJsonObject(probed) ? probed[name] : undefined;
    if (read === undefined) throw new RenderFailure("internal_error", `The page gave nothing for ${name}.`);
    const { contentType, finish } = extractors[name];
    outputs.push({ name, contentType, ...(await finish(read, page)) });
  }
  return outputs;
}

/**
 * The expression that reads from a settled page all that the extracts are made of; its value is an object of JSON with
 * a member per extract. Null where nothing is extracted.
 */
export function buildProbe(extracts: readonly ExtractName[]): string | null {
  if (extracts.length === 0) return null;
  const functions = new Map<string, PageFunction>();
  const members = extracts.map((name) => {
    const { read, uses } = extractors[name];
    for (const each of [read, ...uses]) addFunction(functions, each);
    return `${JSON.stringify(name)}: ${read.name}(shared)`;
  });
  const sources = [...functions.values()].map((each) => each.toString());
  const shared = functions.has(openShared.name) ? `${openShared.name}()` : "null";
  return `(() => {\n"use strict";\n${sources.join("\n")}\nconst shared = ${shared};\nreturn { ${members.join(", ")} };\n})()`;
}

function addFunction(functions: Map<string, PageFunction>, added: PageFunction): void {
  const known = functions.get(added.name);
  // They share one scope in the page.
  if (known !== undefined && known !== added) throw new TypeError(`two functions for the page are named ${added.name}`);
  functions.set(added.name, added);
}
