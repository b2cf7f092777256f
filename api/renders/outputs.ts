import { type ExtractName, extractNames } from "#schemas/outputs.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";

/** The request flag of an extract: `extract` and its name in PascalCase. */
function extractFlag<Name extends ExtractName>(name: Name): `extract${Capitalize<Name>}`;
function extractFlag(name: ExtractName): string {
  return `extract${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** What a render is to yield. */
export type Outputs = { screenshot: boolean; extracts: ExtractName[] };

/** Options of the picture alone: a request that gives one of them wants a picture. */
export const pictureOptions = ["format", "quality", "fullPage"] as const;

/**
 * The outputs a request asks for. Without `screenshot`, a picture is taken unless the client gave an `extract…` flag and no
 * option of the picture. Metadata that is on by default does not count as given.
 */
export function chooseOutputs(request: Partial<RenderRequest>, given: ReadonlySet<string>): Outputs {
  const extracts = extractNames.filter((name) => request[extractFlag(name)] === true);
  const asksForExtract = extracts.some((name) => given.has(extractFlag(name)));
  const asksForPicture = pictureOptions.some((name) => given.has(name));
  return { screenshot: request.screenshot ?? (asksForPicture || !asksForExtract), extracts };
}
