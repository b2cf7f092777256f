import sharp from "sharp";
import { contentTypeOf, failureName, type StoredPicture } from "#schemas/outputs.ts";
import { RenderFailure } from "../failures.ts";
import type { ActivityPorts } from "../ports.ts";
import { putHashed } from "./putHashed.ts";

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

async function put(objects: ActivityPorts["objects"], prefix: string, bytes: Buffer): Promise<StoredPicture> {
  const { width, height } = await sharp(bytes).metadata();
  const stored = await putHashed(objects, prefix, { name: failureName, contentType: contentTypeOf("jpg"), bytes });
  return { ...stored, width, height, format: "jpg" };
}
