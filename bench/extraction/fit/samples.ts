import { dividePage } from "#activities/extract/markdown/main/dividePage.ts";
import { featuresOf } from "#activities/extract/markdown/main/features.ts";
import { isNavigation } from "#activities/extract/markdown/main/mainContent.ts";
import type { MarkdownTask } from "#activities/extract/page/flat/readFlatPage.ts";
import { tokensOf } from "../score.ts";
import { labelsOf } from "./labels.ts";

/** A block with its label (1 for content, 0 otherwise). `weight` is how much it counts. */
export type Sample = { features: Readonly<Record<string, number>>; label: number; weight: number };

/**
 * The blocks of a page as samples with the product's features. Blocks that the product never keeps are left out. A block
 * counts by its share of the page's words.
 */
export function samplesOf(page: MarkdownTask, expected: string): Sample[] {
  const { facts } = dividePage(page);
  const { blocks } = facts;
  const texts = blocks.map(({ text }) => text);
  const labels = labelsOf(texts, expected);
  const features = featuresOf(facts);
  const decided = blocks.flatMap((block, index): Sample[] => {
    if (isNavigation(block, facts)) return [];
    const label = labels[index] === true ? 1 : 0;
    return [{ features: features[index] ?? {}, label, weight: tokensOf(block.text).length }];
  });
  const all = decided.reduce((sum, { weight }) => sum + weight, 0);
  return decided.map((sample) => ({ ...sample, weight: sample.weight / Math.max(1, all) }));
}
