import { RenderFailure } from "#activities/failures.ts";
import type { Json } from "#schemas/common.ts";
import type { ExtractName, PageInfo } from "#schemas/outputs.ts";
import type { ExtractedOutput } from "./extractor.ts";
import { extractors } from "./extractors.ts";
import { isJsonObject } from "./jsonLd.ts";

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
