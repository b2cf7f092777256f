import { RenderFailure } from "#activities/failures.ts";
import type { Json } from "#schemas/common.ts";
import type { JobPage } from "./jobPage.ts";

/** Characters of JSON that a probe may bring back. */
const maxProbeLength = 32 * 2 ** 20;

/**
 * Evaluates the probe in the isolated world. It is turned to text in the page: the protocol's own conversion is slow for
 * large values and limited in depth, and what is too much is dropped before it travels.
 */
export async function runProbe({ world }: JobPage, probe: string): Promise<Json> {
  const text = await world.evaluate(
    `(async () => { const text = JSON.stringify((await (${probe}\n)) ?? null); return text.length > ${maxProbeLength} ? text.length : text; })()`,
  );
  if (typeof text !== "string") throw new RenderFailure("page_too_large", "What was to be extracted is too much.");
  const value: Json = JSON.parse(text);
  return value;
}
