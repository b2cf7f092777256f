import type { ObjectStore } from "#data/objects.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { TextFindings } from "#schemas/monitor/text.ts";
import type { RunOptions } from "../processPool.ts";
import type { DataKind } from "../compare/text/entries/readEntries.ts";
import type { TextTask } from "../compare/text/compareTexts.ts";
import { compareTextsApart } from "../compare/text/textComparer.ts";
import { kindOf } from "../documents/kindOf.ts";
import { type CapturePair, readObject } from "./ignoredBoxes.ts";
import { putText } from "./runObjects.ts";

type TextComparison = { keeperId: string | null; pair: CapturePair; capture: MonitorCapture; run: RunOptions };

/** Compares the texts of two captures by words. The run `keeperId` keeps the difference. Undefined if either has no text. */
export async function compareText(
  objects: ObjectStore,
  { keeperId, pair, capture, run }: TextComparison,
): Promise<TextFindings | undefined> {
  const [beforeText, afterText] = [pair.before.text, pair.after.text];
  if (beforeText === undefined || afterText === undefined) return undefined;
  const [before = "", after = ""] = await Promise.all(
    [beforeText, afterText].map(async ({ key }) => (await readObject(objects, key)).toString("utf8")),
  );
  const { diff, ...counts } = await compareTextsApart(
    { before, after, kind: dataKindOf(pair), ...rulesOf(capture) },
    run,
  );
  const contentType = "text/x-diff; charset=utf-8";
  const bytes = Buffer.from(diff, "utf8");
  if (diff === "" || keeperId === null) return { ...counts, diff: null };
  return { ...counts, diff: await putText(objects, keeperId, { name: "diff", contentType, bytes }) };
}

/** The kind of data that both replies say they are. A type that says nothing, or another one, has none. */
function dataKindOf({ before, after }: CapturePair): DataKind | null {
  const kinds = [before, after].map(({ page }) => kindOf({ contentType: page.contentType, url: "" }));
  const [kind] = kinds;
  if (kind === undefined || kind === null || kinds.some((other) => other !== kind)) return null;
  return kind === "table" ? "table" : kind === "xml" ? "feed" : null;
}

/** The monitor's rules of which differences of words count. */
function rulesOf(capture: MonitorCapture): Omit<TextTask, "before" | "after"> {
  const { ignoreText = [], ignoreOrder = false, onlyAdded, onlyRemoved } = capture;
  const rules = { ignore: ignoreText, ignoreOrder };
  if (onlyAdded === true) return { ...rules, only: "added" };
  return onlyRemoved === true ? { ...rules, only: "removed" } : rules;
}
