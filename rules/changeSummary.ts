import type { RegionChange, RunFindings } from "#schemas/monitor/run.ts";
import type { TextFindings } from "#schemas/monitor/text.ts";
import { conditionLine } from "./conditionWords.ts";
import { cutSide, maxSideChars, oneLine } from "./oneLine.ts";
import { sharedPath } from "./sharedPath.ts";

/** A change in one line, by what a reader can grasp best: the conditions that alerted, its words, then the page's regions, then its share of the picture. */
export function changeSummary(findings: RunFindings): string {
  const { conditions, text, pageRegions = [], differenceRatio } = findings;
  return (
    [conditionLine(conditions), wordLine(text), regionLine(pageRegions)].find((line) => line !== null) ??
    (differenceRatio > 0 ? `${percent(differenceRatio)} of the picture` : "Changed")
  );
}

function wordLine(text: TextFindings | undefined): string | null {
  if (text?.changed !== true) return null;
  const { changes, addedWords, removedWords } = text;
  const pairs = replacementsOf(changes);
  const lines = pairs.flatMap(([before, after]) => sideBySide(before, after) ?? []);
  const [line] = lines;
  const others = changes.length - pairs.length - 1;
  if (line !== undefined) return others === 0 ? line : `${line}, and ${others} more`;
  const counts = [...(addedWords > 0 ? [`+${addedWords}`] : []), ...(removedWords > 0 ? [`−${removedWords}`] : [])];
  const last = addedWords > 0 && removedWords === 0 ? addedWords : removedWords;
  return counts.length === 0 ? null : `${counts.join(", ")} ${last === 1 ? "word" : "words"}`;
}

/** Passages that were replaced, each with its successor: removed ones in a row, followed by as many added ones. */
function replacementsOf(changes: TextFindings["changes"]): [before: string, after: string][] {
  const rows: { removed: string[]; added: string[] }[] = [];
  for (const { change, words } of changes) {
    const last = rows.at(-1);
    const isNext = last === undefined || (change === "removed" && last.added.length > 0);
    const row = isNext ? { removed: [], added: [] } : last;
    if (isNext) rows.push(row);
    row[change].push(words);
  }
  return rows
    .filter(({ removed, added }) => removed.length === added.length)
    .flatMap(({ removed, added }) => removed.map((words, index): [string, string] => [words, added[index] ?? ""]));
}

function regionLine(regions: readonly RegionChange[]): string | null {
  const renamed = regions.filter(({ previousLabel }) => previousLabel !== undefined);
  const [only] = renamed;
  if (renamed.length === 1 && only?.previousLabel !== undefined) {
    const line = sideBySide(only.previousLabel, only.label);
    if (line !== null) return line;
  }
  const first = regions.find(({ label, role }) => label !== "" && label !== role);
  if (first === undefined) return null;
  return `${verbs[first.status]}: ${cutSide(oneLine(first.label))}`;
}

const verbs: Record<RegionChange["status"], string> = {
  added: "New",
  removed: "Gone",
  changed: "Changed",
  moved: "Moved",
  resized: "Resized",
};

/** Null if the sides are not short enough to be read beside each other. What both begin with is said once. */
function sideBySide(before: string, after: string): string | null {
  const [left, right] = [oneLine(before), oneLine(after)];
  const path = sharedPath(left, right);
  const parts = [path, left.slice(path.length), right.slice(path.length)];
  if (left === "" || right === "" || parts.some((part) => part.length > maxSideChars)) return null;
  return `${left} → ${right.slice(path.length)}`;
}

/** A share in percent, never as 0 %. */
function percent(ratio: number): string {
  if (ratio < 0.0001) return "Less than 0.01 %";
  return `${(ratio * 100).toLocaleString("en", { maximumSignificantDigits: 2 })} %`;
}
