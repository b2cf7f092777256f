import type { ObjectStore } from "#data/objects.ts";
import type { Box } from "#schemas/diff.ts";
import type { RunPicture } from "#schemas/monitor/run.ts";
import type { StoredText } from "#schemas/monitor/text.ts";
import { contentTypeOf } from "#schemas/outputs.ts";
import type { CapturedScreenshot } from "../ports.ts";
import { putHashed } from "../store/putHashed.ts";

/** The prefix of a run's objects. Removing it removes all of them. */
export const runPrefix = (runId: string): string => `runs/${runId}/`;

/** Stores one picture of a run and returns its record. */
export async function putPicture(
  objects: ObjectStore,
  runId: string,
  { name, bytes, format, width, height }: CapturedScreenshot & { name: string },
): Promise<RunPicture> {
  const stored = await putHashed(objects, runPrefix(runId), { name, contentType: contentTypeOf(format), bytes });
  return { ...stored, width, height, format };
}

type NamedList = { name: "regions" | "elements"; list: readonly Box[] };

/** Stores a list of a run as JSON and returns its key. */
export async function putList(objects: ObjectStore, runId: string, { name, list }: NamedList): Promise<string> {
  const key = `${runPrefix(runId)}${name}.json`;
  await objects.put(key, Buffer.from(JSON.stringify(list)), "application/json");
  return key;
}

type NamedText = { name: "text" | "diff"; contentType: string; bytes: Buffer };

/** Stores one text of a run and returns its record. */
export function putText(objects: Pick<ObjectStore, "put">, runId: string, text: NamedText): Promise<StoredText> {
  return putHashed(objects, runPrefix(runId), text);
}
