import type { DiffPicture, DiffSide } from "#schemas/diff.ts";
import type { Diff, ShownSource } from "#schemas/diffReply.ts";
import { jobOutputPath, runPicturePath } from "../../ui/Picture.tsx";
import type { PictureSource } from "../comparison/viewer/model.ts";

/** Digits that tell ids apart. Ids begin with the time, so the end differs. */
const shownDigits = 6;

/** A source in a few words: the address, or the kind with the end of its id. */
export function nameOfSource({ url, imageUrl, jobId, runId }: ShownSource): string {
  const address = url ?? imageUrl;
  if (address !== undefined) return address;
  if (runId !== undefined) return `run …${runId.slice(-shownDigits)}`;
  return `render …${(jobId ?? "").slice(-shownDigits)}`;
}

/** The place of a picture in the console: its run, its render, or the comparison that captured it. */
export function pictureOf({ id, ...diff }: Diff, side: DiffSide, picture: DiffPicture): PictureSource {
  const { jobId, runId, monitorId } = diff[side];
  const { width, height } = picture;
  if (runId !== undefined && monitorId !== undefined) return { path: runPicturePath(monitorId, runId), width, height };
  const path = jobId === undefined ? jobOutputPath(id, side) : jobOutputPath(jobId, "screenshot");
  return { path, width, height };
}
