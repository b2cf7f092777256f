import { dividePage } from "#activities/extract/markdown/main/dividePage.ts";
import { featuresOf } from "#activities/extract/markdown/main/features.ts";
import { isArticlePage, isNavigation } from "#activities/extract/markdown/main/mainContent.ts";
import type { MarkdownTask } from "#activities/extract/page/flat/readFlatPage.ts";
import { tokensOf } from "../score.ts";
import { labelsOf } from "./labels.ts";
import type { Sample } from "./regression.ts";

/**
 * The blocks of a page as samples with the product's features. Blocks that the product never keeps are left out. Pages
 * with an article that is taken whole are left out, too. A block counts by its share of the page's words.
 */
export function samplesOf(page: MarkdownTask, expected: string): Sample[] {
  const { article, facts } = dividePage(page);
  if (article !== null && isArticlePage(article, facts)) return [];
  const { blocks } = facts;
  const labels = labelsOf(
    blocks.map(({ text }) => text),
    expected,
  );
  const samples = featuresOf(facts).map((features, index) => {
    const words = tokensOf(blocks[index]?.text ?? "").length;
    return { features, label: labels[index] === true ? 1 : 0, weight: words };
  });
  const decided = samples.filter((_sample, index) => {
    const block = blocks[index];
    return block !== undefined && !isNavigation(block, facts);
  });
  const all = decided.reduce((sum, { weight }) => sum + weight, 0);
  return decided.map((sample) => ({ ...sample, weight: sample.weight / Math.max(1, all) }));
}
