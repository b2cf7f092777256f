import sharp from "sharp";
import { answerTasks } from "../processTasks.ts";
import { comparePictures } from "./comparePictures.ts";

/** Decoders of libvips that stay enabled. Pictures come from strangers. */
const decoders = ["PngFile", "JpegFile", "WebpFile", "NsgifFile", "VipsFile"];

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) });
  // Nothing is read twice, so libvips' cache would only use memory.
  sharp.cache(false);
  answerTasks(comparePictures);
}
