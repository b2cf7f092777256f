import { join } from "node:path";
import sharp from "sharp";
import type { ImageFormat } from "#schemas/common.ts";
import type { Visualization } from "#schemas/diff.ts";
import { type PlacedArea, placeRuns } from "../changedAreas.ts";
import type { ChangeMap } from "../clusters.ts";
import { channels, writeRaw } from "../pictures.ts";
import { type AlignedPair, drawFrames, placeFrames } from "./markChanges.ts";
import { painters } from "./painters.ts";

/** What is to be drawn, and the directory that takes it. */
export type Drawing = {
  pair: AlignedPair;
  map: ChangeMap;
  areas: readonly PlacedArea[];
  visualization: Exclude<Visualization, "none">;
  directory: string;
};

/** File of the drawing in its directory. */
export const drawingFile = "visualization";

/** Rows of a jpg at most, less a few. */
const maxJpgRows = 65_500;

/**
 * Draws the changes, row by row of the comparison: the new picture's rows, and removed ones of the old picture in their
 * old place. Masks are png, pictures to look at jpg where they fit.
 */
export async function visualise(drawing: Drawing): Promise<{ format: ImageFormat; width: number; height: number }> {
  const { map, visualization, directory } = drawing;
  const [raw, file] = [join(directory, "visualization.v"), join(directory, drawingFile)];
  const size = { width: map.width, height: map.rows };
  writeRaw(raw, size, paintedRows(drawing));
  // The pixels' number is known, and rows of both pictures may add up to more than one may have.
  const image = sharp(raw, { limitInputPixels: false, sequentialRead: true }).removeAlpha();
  if (visualization !== "mask" && map.rows <= maxJpgRows) {
    // Tinted text is read by its edges, hence colour at full resolution; optimised tables would take the whole picture into memory.
    await image.jpeg({ quality: 85, chromaSubsampling: "4:4:4", optimiseCoding: false }).toFile(file);
    return { ...size, format: "jpg" };
  }
  await image
    .toColourspace(visualization === "mask" ? "b-w" : "srgb")
    .png({ compressionLevel: 6 })
    .toFile(file);
  return { ...size, format: "png" };
}

/** Every row of the drawing, in the same bytes. */
function* paintedRows({ pair, map, areas, visualization }: Drawing): Generator<Uint8Array> {
  const shown = new Uint8Array(map.width * channels);
  const before = new Uint8Array(map.width * channels);
  const frames = placeFrames(areas, { width: map.width, height: map.rows });
  for (const run of placeRuns(pair.runs)) {
    for (let index = 0; index < run.rows; index += 1) {
      if (run.kind === "removed") pair.before.read(run.before + index, shown);
      else pair.after.read(run.after + index, shown);
      if (run.kind === "both") pair.before.read(run.before + index, before);
      const row = run.first + index;
      painters[visualization]({ map, row, kind: run.kind, shown, before: run.kind === "both" ? before : null });
      // A mask is for programs to count.
      if (visualization !== "mask") drawFrames(shown, row, frames);
      yield shown;
    }
  }
}
