import { diffArrays } from "diff";
import { textChangeLimits, type WordChange } from "#schemas/monitor/text.ts";
import { cutChars } from "../../cut.ts";
import { commonLength } from "#rules/commonLength.ts";
import { joinWords, wordsOf } from "./words.ts";

/** A run of words that both texts have, or that one of them has. `rows` are the same words, apart by their lines. */
type Passage = { change: WordChange["change"] | "kept"; words: string[]; rows: Row[] };

/** Words of one line, and whether the line has no other words. */
type Row = { words: string[]; begins: boolean; ends: boolean };

/** Lines that were removed and added in one place, as passages. */
export type ChangedBlock = readonly Passage[];

/** Maximum added and removed words of a block that are aligned. Beyond it, the block counts as replaced. */
const maxWordEdits = 500;

/** The changed blocks of a hunk of a unified difference. */
export function blocksOf(hunkLines: readonly string[]): ChangedBlock[] {
  const blocks: Sides[] = [];
  let isOpen = false;
  for (const line of hunkLines) {
    const side = line.startsWith("-") ? "removed" : line.startsWith("+") ? "added" : null;
    if (side !== null && !isOpen) blocks.push({ removed: [], added: [] });
    if (side !== null) blocks.at(-1)?.[side].push(wordsOf(line.slice(1)));
    isOpen = side !== null;
  }
  return blocks.map(compareWords);
}

/** The words of each line. */
type Sides = { removed: string[][]; added: string[][] };

function compareWords({ removed, added }: Sides): ChangedBlock {
  const parts = diffArrays(removed.flat(), added.flat(), { maxEditLength: maxWordEdits });
  const sides = { removed: rowReader(removed), added: rowReader(added) };
  if (parts === undefined) return [sides.removed("removed", Infinity), sides.added("added", Infinity)];
  return parts.map(({ value, added: isAdded, removed: isRemoved }) => {
    if (isAdded) return sides.added("added", value.length);
    // Words that both have move both readers on.
    if (!isRemoved) sides.added("kept", value.length);
    return sides.removed(isRemoved ? "removed" : "kept", value.length);
  });
}

/** Reads the next words of some lines as a passage. */
function rowReader(lines: readonly string[][]): (change: Passage["change"], count: number) => Passage {
  let line = 0;
  let at = 0;
  return (change, count) => {
    const rows: Row[] = [];
    for (let left = count; left > 0 && line < lines.length;) {
      const all = lines[line] ?? [];
      const words = all.slice(at, at + left);
      const end = at + words.length;
      if (words.length > 0) rows.push({ words, begins: at === 0, ends: end === all.length });
      left -= words.length;
      [line, at] = end === all.length ? [line + 1, 0] : [line, end];
    }
    return { change, rows, words: rows.flatMap(({ words }) => words) };
  };
}

/** Counts the words that only one of the texts has. */
export function countWords(blocks: readonly ChangedBlock[], wanted: WordChange["change"]): number {
  const counted = blocks.flat().filter(({ change }) => change === wanted);
  return counted.reduce((sum, { words }) => sum + words.length, 0);
}

/** Unchanged words that are listed with a change, on each side. */
const contextWords = 4;
/** Characters before the first difference of two long words or rows that are listed with it. */
const leadChars = 40;

/**
 * The first changed passages, a row each, and each with a few words of its line around it. Both kinds are listed unless `only`
 * names one.
 */
export function listChanges(blocks: readonly ChangedBlock[], only?: WordChange["change"]): WordChange[] {
  const changes: WordChange[] = [];
  for (const block of blocks) {
    for (const [index, { change, rows }] of block.entries()) {
      if (change === "kept" || change !== (only ?? change)) continue;
      const before = keptWords([block[index - 1], block[index - 2]]).slice(-contextWords);
      const after = keptWords([block[index + 1], block[index + 2]]).slice(0, contextWords);
      const other = otherRows([block[index - 1], block[index + 1]], change);
      for (const [place, row] of rows.entries()) {
        const around = { before: row.begins ? [] : before, after: row.ends ? [] : after };
        changes.push({ change, words: passageOf(row.words, around, joinWords(other[place]?.words ?? [])) });
        if (changes.length === textChangeLimits.entries) return changes;
      }
    }
  }
  return changes;
}

/** The words of the first kept passage. A removed passage and an added one beside it have the same words around them. */
function keptWords(nearest: readonly (Passage | undefined)[]): string[] {
  return nearest.find((passage) => passage?.change === "kept")?.words ?? [];
}

/** The rows that were there before a change, or that took their place. */
function otherRows(beside: readonly (Passage | undefined)[], change: WordChange["change"]): readonly Row[] {
  return (
    beside.find((passage) => passage !== undefined && passage.change !== "kept" && passage.change !== change)?.rows ??
    []
  );
}

/** A change with as many words around it as there is room for. A long change begins shortly before its first difference. */
function passageOf(words: readonly string[], around: { before: string[]; after: string[] }, other: string): string {
  const { chars } = textChangeLimits;
  const changed = joinWords(words);
  if (changed.length > chars) {
    const start = Math.max(0, commonLength(changed, other) - leadChars);
    return cutChars(start === 0 ? changed : `…${changed.slice(start).toWellFormed()}`, chars);
  }
  const room = Math.floor((chars - changed.length) / 2);
  const before = around.before.toReversed();
  const [left, right] = [within(before, room).toReversed(), within(around.after, room)];
  return cutChars(joinWords([...left, ...words, ...right]), chars);
}

/** The first words that fit into a number of characters, with a space for each. */
function within(words: readonly string[], maxChars: number): string[] {
  let left = maxChars;
  const end = words.findIndex((word) => (left -= word.length + 1) < 0);
  return words.slice(0, end === -1 ? words.length : end);
}
