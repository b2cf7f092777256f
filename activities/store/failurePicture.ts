import { createHash } from "node:crypto";
import sharp from "sharp";
import { failureName, type StoredPicture } from "#schemas/outputs.ts";
import { RenderFailure } from "../failures.ts";
import type { ActivityPorts } from "../ports.ts";

/**
 * Does a capture, and keeps the picture of its failure under `prefix`, beside the files of the job or run. A picture that can't
 * be stored is left out, as it must not hide why the capture failed.
 * @throws the error of the capture.
 */
export async function keepingPicture<Result>(
  { objects, logger }: Pick<ActivityPorts, "objects" | "logger">,
  prefix: string,
  capture: () => Promise<Result>,
): Promise<Result> {
  try {
    return await capture();
  } catch (error) {
    if (error instanceof RenderFailure && error.picture !== null) {
      error.storedPicture = await put(objects, prefix, error.picture).catch((cause: unknown) => {
        logger.warn({ err: cause }, "the picture of a failed step could not be stored");
        return null;
      });
    }
    throw error;
  }
}

/** Keys contain the content's hash, so a try that was presumed dead cannot overwrite the picture of a later one. */
async function put(objects: ActivityPorts["objects"], prefix: string, bytes: Buffer): Promise<StoredPicture> {
  const { width, height } = await sharp(bytes).metadata();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const key = `${prefix}${failureName}-${sha256.slice(0, 16)}.jpg`;
  await objects.put(key, bytes, "image/jpeg");
  return { key, contentType: "image/jpeg", bytes: bytes.byteLength, sha256, width, height, format: "jpg" };
}
