/** Blocks as the choice sees them: their words, the probability that each is content, and whether it is in the article. */
export type JudgedBlock = { words: number; probability: number; inArticle: boolean };

/** A possible main content. `expectedF1` is the F1 of words that the probabilities promise, 0 to 1. */
export type Candidate = { name: "article" | "blocks"; kept: readonly boolean[]; expectedF1: number };

/**
 * How much worse the article may look before the blocks win. Readability cleans the article's markup, too. If the page
 * declares an article and a long one was found, more must speak against it. Checked by `npm run bench -- extraction`.
 */
const articleAdvantage = { usual: 0.03, longAndDeclared: 0.12 };

/** Facts about the article that Readability found. */
export type ArticleFacts = { isLongAndDeclared: boolean };

/** The possible main contents, best first: Readability's article, and the blocks that promise the best F1. */
export function rankCandidates(
  blocks: readonly JudgedBlock[],
  { isLongAndDeclared }: ArticleFacts = { isLongAndDeclared: false },
): Candidate[] {
  const article = candidate(
    "article",
    blocks,
    blocks.map(({ inArticle }) => inArticle),
  );
  const chosen = candidate("blocks", blocks, bestBlocks(blocks));
  const advantage = isLongAndDeclared ? articleAdvantage.longAndDeclared : articleAdvantage.usual;
  const isArticle = article.expectedF1 > 0 && article.expectedF1 >= chosen.expectedF1 - advantage;
  return isArticle ? [article, chosen] : [chosen, article];
}

function candidate(name: Candidate["name"], blocks: readonly JudgedBlock[], kept: readonly boolean[]): Candidate {
  const inside = blocks.filter((_block, index) => kept[index]);
  const promised = sum(inside, ({ words, probability }) => words * probability);
  return {
    name,
    kept,
    expectedF1: f1(
      promised,
      sum(inside, ({ words }) => words),
      promisedWords(blocks),
    ),
  };
}

/** The blocks above the threshold that gives the highest expected F1. */
function bestBlocks(blocks: readonly JudgedBlock[]): boolean[] {
  const wanted = promisedWords(blocks);
  const sorted = blocks.toSorted((one, other) => other.probability - one.probability);
  let [promised, kept, best, threshold] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (const { words, probability } of sorted) {
    promised += words * probability;
    kept += words;
    const expected = f1(promised, kept, wanted);
    if (expected <= best) continue;
    best = expected;
    threshold = probability;
  }
  return blocks.map(({ probability }) => probability > 0 && probability >= threshold);
}

function promisedWords(blocks: readonly JudgedBlock[]): number {
  return sum(blocks, ({ words, probability }) => words * probability);
}

function f1(shared: number, found: number, wanted: number): number {
  return found + wanted === 0 ? 0 : (2 * shared) / (found + wanted);
}

function sum<Item>(items: readonly Item[], size: (item: Item) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}
