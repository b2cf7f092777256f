import type { Block } from "./blocks.ts";

/** The page's own words about its content: its title, its description and its text in JSON-LD. Each may be empty. */
export type Statements = { title: string; description: string; articleBody: string };

const minDescriptionChars = 30;
const runLength = 4;

/** Features of how well each block agrees with what the page says about its content. */
export function agreementFeatures(blocks: readonly Block[], statements: Statements): Record<string, number>[] {
  const bodyRuns = new Set(runsOf(statements.articleBody));
  const titleWords = new Set(wordsIn(statements.title));
  const descriptionWords = new Set(wordsIn(statements.description));
  const opening = wordsIn(statements.description).slice(0, 8).join(" ");
  const hasDescription = opening.length >= minDescriptionChars;
  const hasBody = bodyRuns.size > 20 ? 1 : 0;
  return blocks.map(({ text }) => {
    const words = wordsIn(text.slice(0, 2000));
    const features: Record<string, number> = {
      hasBody,
      inTitle: shareIn(words, titleWords),
      inDescription: shareIn(words, descriptionWords),
    };
    if (hasBody === 1) features["inBody"] = shareIn(runsOf(text.slice(0, 2000)), bodyRuns);
    if (hasDescription) features["opensDescription"] = words.join(" ").startsWith(opening) ? 1 : 0;
    return features;
  });
}

function shareIn(words: readonly string[], known: ReadonlySet<string>): number {
  return words.filter((word) => known.has(word)).length / Math.max(1, words.length);
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
}

/** Runs of words. A shorter text is one run. */
function runsOf(text: string): string[] {
  const words = wordsIn(text);
  if (words.length <= runLength) return words.length === 0 ? [] : [words.join(" ")];
  return words
    .slice(0, words.length - runLength + 1)
    .map((_word, index) => words.slice(index, index + runLength).join(" "));
}
