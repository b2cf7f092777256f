import { keysOf } from "#schemas/common.ts";
import { picture } from "#schemas/options/picture.ts";
import { extractFlag, type ExtractName, extractNames } from "#schemas/extracts/extracts.ts";
import { type FileOutput, fileOutputs } from "#schemas/renders/files.ts";
import { recordingOf } from "#schemas/renders/recording.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";

/** The outputs of a render. */
export type Outputs = {
  files: FileOutput[];
  extracts: ExtractName[];
  /** Whether values of the page are read, which make no file. */
  values: boolean;
};

/** The outputs of a request for a picture alone. */
export const onlyPicture: Outputs = { files: ["screenshot"], extracts: [], values: false };

/** Options that only affect the picture. A request with one of them asks for a picture. */
export const pictureOptions = keysOf(picture);

/**
 * The outputs of a request. Without `screenshot`, a picture is taken unless the client gave another file or an `extract…`
 * option and no option of the picture. Metadata that is on by default does not count as given.
 */
export function chooseOutputs(request: Partial<RenderRequest>, fieldNames: ReadonlySet<string>): Outputs {
  const extracts = extractNames.filter((name) => request[extractFlag(name)] === true);
  const values = request.extractValues !== undefined;
  const others = fileOutputs.filter((name) => name !== "screenshot" && request[name] !== undefined);
  const asksForOther = others.length > 0 || values || extracts.some((name) => fieldNames.has(extractFlag(name)));
  const asksForPicture = pictureOptions.some((name) => fieldNames.has(name));
  const hasPicture = request.screenshot ?? (asksForPicture || !asksForOther);
  return { files: hasPicture ? ["screenshot", ...others] : others, extracts, values };
}

/** The ending of a file, without its dot. */
export function endingOf(name: FileOutput, { format = "jpg", recording = {} }: Partial<RenderRequest>): string {
  return { screenshot: format, pdf: "pdf", recording: recordingOf(recording).format }[name];
}
