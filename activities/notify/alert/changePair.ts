import sharp from "sharp";
import type { Box } from "#schemas/diff.ts";
import type { RunPicture, RunRecord } from "#schemas/monitor/run.ts";
import { putPicture } from "../../monitor/runObjects.ts";
import type { ActivityPorts } from "../../ports.ts";
import { jpegWithin } from "./alertPicture.ts";
import { changeCrops } from "./changeCrops.ts";

type PairPorts = Pick<ActivityPorts, "database" | "objects" | "logger">;

/** Width of the whole picture, pixels: twice the width that mails show it at. */
const maxWidthPx = 1_088;
const gapPx = 24;
const labelHeightPx = 40;

/**
 * The changed part before and after, side by side or one above the other. It is made once and kept with the run's pictures.
 * Null if the run found no changed area, or if a picture is gone.
 */
export async function changePair(ports: PairPorts, run: RunRecord): Promise<RunPicture | null> {
  if (run.pair !== undefined) return run.pair;
  const { _id: runId, comparedToRunId, capture, findings } = run;
  if (capture === undefined || findings === undefined || comparedToRunId === null) return null;
  const baseline = await ports.database.runs.findOne({ _id: comparedToRunId });
  const [before, after] = [baseline?.capture?.lossless, capture.lossless];
  if (before === undefined || after === undefined) return null;
  const crops = changeCrops(findings, { before: sizeOf(before), after: sizeOf(after) });
  if (crops === null) return null;
  try {
    const [left, right] = await Promise.all([
      readPart(ports, before, crops.before),
      readPart(ports, after, crops.after),
    ]);
    if (left === null || right === null) return null;
    const picture = await compose({ picture: left, box: crops.before }, { picture: right, box: crops.after });
    const pair = await putPicture(ports.objects, runId, { name: "pair", format: "jpg", ...picture });
    await ports.database.runs.updateOne({ _id: runId }, { $set: { pair } });
    return pair;
  } catch (err) {
    // A message is useful without its picture, so it is sent.
    ports.logger.warn({ err, runId }, "the picture of a change could not be created");
    return null;
  }
}

function sizeOf({ width = 1, height = 1 }: RunPicture): { width: number; height: number } {
  return { width, height };
}

async function readPart({ objects }: PairPorts, { key }: RunPicture, box: Box): Promise<Buffer | null> {
  const bytes = await objects.get(key);
  if (bytes === null) return null;
  const { x: left, y: top, width, height } = box;
  return sharp(bytes, { limitInputPixels: false }).extract({ left, top, width, height }).png().toBuffer();
}

type Part = { picture: Buffer; box: Box };

/** Draws both parts with a label above each. Parts higher than wide are side by side, if both fit. Others stay legible on phones. */
async function compose(before: Part, after: Part): Promise<{ bytes: Buffer; width: number; height: number }> {
  const widest = Math.max(before.box.width, after.box.width);
  const isUpright = Math.max(before.box.height, after.box.height) > widest;
  const scale = Math.min(1, maxWidthPx / widest);
  const [left, right] = await Promise.all([drawPart(before, "Before", scale), drawPart(after, "After", scale)]);
  const beside = { left: left.width + gapPx, top: 0 };
  const below = { left: 0, top: left.height + gapPx };
  const place = isUpright && widest * 2 + gapPx <= maxWidthPx ? beside : below;
  const width = Math.max(left.width, place.left + right.width);
  const height = Math.max(left.height, place.top + right.height);
  const canvas = sharp({ create: { width, height, channels: 3, background: "#ffffff" } }).composite([
    { input: left.bytes, left: 0, top: 0 },
    { input: right.bytes, ...place },
  ]);
  const drawn = sharp(await canvas.png().toBuffer());
  return { bytes: await jpegWithin(drawn), width, height };
}

async function drawPart({ picture, box }: Part, label: "Before" | "After", scale: number) {
  const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
  const pictureBytes = await sharp(picture)
    .resize({ width, height })
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer();
  const head = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${labelHeightPx}"><rect width="100%" height="100%" fill="#e6eaf0"/><text x="14" y="28" font-family="sans-serif" font-size="22" font-weight="600" fill="#17202b">${label}</text></svg>`,
  );
  const canvas = { create: { width, height: height + labelHeightPx, channels: 3, background: "#ffffff" } } as const;
  const bytes = await sharp(canvas)
    .composite([
      { input: head, left: 0, top: 0 },
      { input: pictureBytes, left: 0, top: labelHeightPx },
    ])
    .png()
    .toBuffer();
  return { bytes, width, height: height + labelHeightPx };
}
