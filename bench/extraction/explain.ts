import { shippedForest } from "#activities/extract/markdown/main/forest.ts";
import { judgePage } from "#activities/extract/markdown/main/mainContent.ts";
import { arePrompts } from "#activities/extract/markdown/main/prompts.ts";
import { launchBrowser, readFlatPageAt } from "./scriptlessPage.ts";

/**
 * Prints how the main content of a page is chosen: `explain URL`. The page is loaded with scripts and network. Blocks that
 * are chosen and then cut, because the site speaks about itself in them, are marked so.
 */
export async function explainBench(): Promise<void> {
  const address = URL.parse(process.argv[3] ?? "");
  if (address === null) throw new Error("Give the address of a page: npm run explain -- https://example.com/");
  const browser = await launchBrowser();
  try {
    const page = await readFlatPageAt(browser, address.href);
    const { facts, judgedBlocks, candidates, heading } = judgePage(page, shippedForest);
    const prompts = arePrompts(facts, heading || page.title);
    const [chosen, other] = candidates;
    console.log(`chosen: ${chosen?.name} (expected F1 ${chosen?.expectedF1.toFixed(3)})`);
    console.log(`instead of: ${other?.name} (expected F1 ${other?.expectedF1.toFixed(3)})\n`);
    console.log("kept  in article  probability  words  text");
    for (const [index, { words, probability, inArticle }] of judgedBlocks.entries()) {
      const cells = [
        (chosen?.kept[index] !== true ? "" : prompts[index] === true ? "cut" : "yes").padEnd(4),
        (inArticle ? "yes" : "").padEnd(10),
        probability.toFixed(3).padStart(11),
        words.toFixed(0).padStart(5),
        (facts.blocks[index]?.text ?? "").slice(0, 70),
      ];
      console.log(cells.join("  "));
    }
  } finally {
    await browser.close();
  }
}
