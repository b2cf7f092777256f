import { keysOf } from "#schemas/common.ts";
import { picture } from "#schemas/options/picture.ts";
import { extractFlag, type ExtractName, extractNames } from "#schemas/extracts/extracts.ts";
import { type RecordingFormat, recordingOf } from "#schemas/renders/recording.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";

/** The outputs of a render. */
export type Outputs = {
  screenshot: boolean;
  pdf: boolean;
  recording: RecordingFormat | null;
  extracts: ExtractName[];
  /** Whether values of the page are read, which make no file. */
  values: boolean;
};

/** The outputs of a request for a picture alone. */
export const onlyPicture: Outputs = { screenshot: true, pdf: false, recording: null, extracts: [], values: false };

/** Options that only affect the picture. A request with one of them asks for a picture. */
export const pictureOptions = keysOf(picture);

/**
 * The outputs of a request. Without `screenshot`, a picture is taken unless the client gave `pdf`, `recording` or an `extract…`
 * option and no option of the picture. Metadata that is on by default does not count as given.
 */
export function chooseOutputs(request: Partial<RenderRequest>, given: ReadonlySet<string>): Outputs {
  const extracts = extractNames.filter((name) => request[extractFlag(name)] === true);
  const pdf = request.pdf !== undefined;
  const recording = request.recording === undefined ? null : recordingOf(request.recording).format;
  const values = request.extractValues !== undefined;
  const asksForOther = pdf || values || recording !== null || extracts.some((name) => given.has(extractFlag(name)));
  const asksForPicture = pictureOptions.some((name) => given.has(name));
  return { screenshot: request.screenshot ?? (asksForPicture || !asksForOther), pdf, recording, extracts, values };
}
