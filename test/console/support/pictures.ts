import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type Comparer, createComparer } from "#activities/compare/comparer.ts";
import type { Box } from "#schemas/diff.ts";

const baselines = join(import.meta.dirname, "../pictures");
/** Pictures and overlays of failed comparisons. Git ignores them. */
const failures = join(baselines, "failed");
const isUpdate = process.env["UPDATE_PICTURES"] === "1";
/** Largest size of a baseline. */
const maxBytes = 60_000;
const remedy =
  "If the change is wanted, run `UPDATE_PICTURES=1 npm test -- test/console/pictures.test.ts` and commit the pictures.";

/** Compares pictures of screens with the baselines, by the product's own comparer. */
export type PictureBook = {
  /**
   * Compares a picture with the baseline of a name, outside the ignored boxes. Returns what is wrong, or null. With
   * `UPDATE_PICTURES=1` the picture becomes the baseline if it differs.
   */
  check(name: string, picture: Uint8Array, ignoreRegions: readonly Box[]): Promise<string | null>;
  close(): Promise<void>;
};

/** Opens the baselines. */
export async function openPictureBook(): Promise<PictureBook> {
  const scratch = await mkdtemp(join(tmpdir(), "watchframe-pictures-"));
  const comparer = createComparer({ scratch });
  rmSync(failures, { recursive: true, force: true });
  return {
    async check(name, picture, ignoreRegions) {
      const baseline = join(baselines, `${name}.webp`);
      const difference = existsSync(baseline)
        ? await differenceOf(comparer, { before: readFileSync(baseline), after: picture, ignoreRegions })
        : { text: "has no baseline", overlay: null };
      if (difference === null) return null;
      if (isUpdate) return update(baseline, picture);
      await mkdir(failures, { recursive: true });
      writeFileSync(join(failures, `${name}.png`), picture);
      const { overlay, text } = difference;
      if (overlay !== null) writeFileSync(join(failures, `${name}.overlay.png`), overlay);
      return `${name} ${text}; see ${join(failures, name)}${overlay === null ? "" : ".overlay"}.png. ${remedy}`;
    },
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

type Pair = { before: Uint8Array; after: Uint8Array; ignoreRegions: readonly Box[] };

async function differenceOf(comparer: Comparer, pair: Pair): Promise<{ text: string; overlay: Buffer | null } | null> {
  const found = await comparer.compare(
    { ...pair, mode: "perceptual", visualization: "overlay", measuredBoxes: [] },
    { owner: "test" },
  );
  if (found.outcome !== "compared") return { text: `can't be compared: ${found.outcome}`, overlay: null };
  const { changedPixels, heights, visualization } = found;
  if (heights.before !== heights.after) return { text: "has another height", overlay: visualization?.bytes ?? null };
  if (changedPixels === 0) return null;
  return { text: `differs in ${changedPixels} pixels`, overlay: visualization?.bytes ?? null };
}

async function update(file: string, picture: Uint8Array): Promise<string | null> {
  await mkdir(baselines, { recursive: true });
  const lossless = await sharp(picture).webp({ lossless: true, effort: 6 }).toBuffer();
  // The last bits of a color are below what the comparison counts as a change.
  const small = () => sharp(picture).webp({ nearLossless: true, quality: 60, effort: 6 }).toBuffer();
  const bytes = lossless.length > maxBytes ? await small() : lossless;
  if (bytes.length > maxBytes) return `${file} would have ${bytes.length} bytes; show less on the screen`;
  writeFileSync(file, bytes);
  return null;
}
