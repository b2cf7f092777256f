import { diffArrays } from "diff";
import { textChangeLimits, type WordChange } from "#schemas/monitor/text.ts";
import { wordsOf } from "./plainLines.ts";

/** A run of words that both texts have, or that one of them has. */
type Passage = { change: WordChange["change"] | "kept"; words: string[] };

/** Lines that were removed and added in one place, as passages. */
export type ChangedBlock = readonly Passage[];

/** Maximum added and removed words of a block that are aligned. Beyond it, the block counts as replaced. */
const maxWordEdits = 500;

/** The changed blocks of a hunk of a unified difference. */
export function blocksOf(hunkLines: readonly string[]): ChangedBlock[] {
  const blocks: { removed: string[]; added: string[] }[] = [];
  let isOpen = false;
  for (const line of hunkLines) {
    const side = line.startsWith("-") ? "removed" : line.startsWith("+") ? "added" : null;
    if (side !== null && !isOpen) blocks.push({ removed: [], added: [] });
    if (side !== null) blocks.at(-1)?.[side].push(...wordsOf(line.slice(1)));
    isOpen = side !== null;
  }
  return blocks.map(compareWords);
}

function compareWords({ removed, added }: { removed: string[]; added: string[] }): ChangedBlock {
  const parts = diffArrays(removed, added, { maxEditLength: maxWordEdits });
  if (parts === undefined) {
    return [
      { change: "removed", words: removed },
      { change: "added", words: added },
    ];
  }
  return parts.map(({ value, added: isAdded, removed: isRemoved }) => ({
    change: isAdded ? "added" : isRemoved ? "removed" : "kept",
    words: value,
  }));
}

/** Counts the words that only one of the texts has. */
export function countWords(blocks: readonly ChangedBlock[], wanted: WordChange["change"]): number {
  const counted = blocks.flat().filter(({ change }) => change === wanted);
  return counted.reduce((sum, { words }) => sum + words.length, 0);
}

/** Unchanged words that are listed with a change, on each side. */
const contextWords = 4;

/** The first changed passages, each with a few words around it. */
export function listChanges(blocks: readonly ChangedBlock[]): WordChange[] {
  const changes: WordChange[] = [];
  for (const block of blocks) {
    for (const [index, { change, words }] of block.entries()) {
      if (change === "kept") continue;
      const before = keptWords([block[index - 1], block[index - 2]]).slice(-contextWords);
      const after = keptWords([block[index + 1], block[index + 2]]).slice(0, contextWords);
      changes.push({ change, words: shortened([...before, ...words, ...after].join(" ")) });
      if (changes.length === textChangeLimits.entries) return changes;
    }
  }
  return changes;
}

/** The words of the first kept passage. A removed passage and an added one beside it have the same words around them. */
function keptWords(nearest: readonly (Passage | undefined)[]): string[] {
  return nearest.find((passage) => passage?.change === "kept")?.words ?? [];
}

function shortened(text: string): string {
  const maxChars = textChangeLimits.chars;
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).toWellFormed()}…`;
}
