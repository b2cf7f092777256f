import { tokensOf } from "../score.ts";

const shingleLength = 4;
/** Words of a neighboring block that must be beside a short block. */
const contextLength = 2;

/**
 * Whether each block is part of the expected text. A long block is if half of its runs of four words occur in it. A
 * short block is if it is a line of it, or occurs in it beside words of a neighboring block.
 */
export function labelsOf(blocks: readonly string[], expected: string): boolean[] {
  const tokens = blocks.map(tokensOf);
  const wanted = tokensOf(expected);
  const runningText = joined(wanted);
  const shingles = new Set(shinglesOf(wanted));
  const lines = new Set(expected.split("\n").map((line) => joined(tokensOf(line))));
  return tokens.map((ownTokens, index) => {
    if (ownTokens.length === 0) return false;
    if (ownTokens.length >= shingleLength) return isMostlyIn(shinglesOf(ownTokens), shingles);
    if (lines.has(joined(ownTokens))) return true;
    const before = (tokens[index - 1] ?? []).slice(-contextLength);
    const after = (tokens[index + 1] ?? []).slice(0, contextLength);
    return [
      [...before, ...ownTokens],
      [...ownTokens, ...after],
    ].some((run) => run.length > ownTokens.length && runningText.includes(joined(run)));
  });
}

function isMostlyIn(found: readonly string[], wanted: ReadonlySet<string>): boolean {
  return found.filter((shingle) => wanted.has(shingle)).length * 2 >= found.length;
}

function shinglesOf(tokens: readonly string[]): string[] {
  const starts = tokens.slice(0, Math.max(0, tokens.length - shingleLength + 1));
  return starts.map((_token, index) => joined(tokens.slice(index, index + shingleLength)));
}

/** With a space at both ends, so that only whole words match. */
function joined(tokens: readonly string[]): string {
  return ` ${tokens.join(" ")} `;
}
