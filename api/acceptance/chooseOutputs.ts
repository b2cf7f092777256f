import { type ExtractName, extractNames } from "#schemas/outputs.ts";
import type { RenderRequest } from "#schemas/render.ts";
import { extractFlag } from "./extractFlag.ts";

/** What a render is to yield. */
export type Outputs = { screenshot: boolean; extracts: ExtractName[] };

/**
 * The outputs a request asks for. Without a word on `screenshot`, a picture is taken unless the client asked for an extract by
 * itself; metadata that is there by default only does not count as asked for.
 */
export function chooseOutputs(request: Partial<RenderRequest>, given: ReadonlySet<string>): Outputs {
  const extracts = extractNames.filter((name) => request[extractFlag(name)] === true);
  const askedFor = extracts.some((name) => given.has(extractFlag(name)));
  return { screenshot: request.screenshot ?? !askedFor, extracts };
}
