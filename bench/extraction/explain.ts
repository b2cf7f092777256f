import { shippedForest } from "#activities/extract/markdown/main/forest.ts";
import { judgePage } from "#activities/extract/markdown/main/mainContent.ts";
import { launchBrowser, readFlatPageAt } from "./scriptlessPage.ts";

/** Prints how the main content of a page is chosen: `explain URL`. The page is loaded with scripts and network. */
export async function explainBench(): Promise<void> {
  const address = URL.parse(process.argv[3] ?? "");
  if (address === null) throw new Error("Give the address of a page: npm run explain -- https://example.com/");
  const browser = await launchBrowser();
  try {
    const page = await readFlatPageAt(browser, address.href);
    const { facts, judged, candidates } = judgePage(page, shippedForest);
    const [chosen, other] = candidates;
    console.log(`chosen: ${chosen?.name} (expected F1 ${chosen?.expectedF1.toFixed(3)})`);
    console.log(`instead of: ${other?.name} (expected F1 ${other?.expectedF1.toFixed(3)})\n`);
    console.log("kept  in article  probability  words  text");
    for (const [index, { words, probability, inArticle }] of judged.entries()) {
      const cells = [
        (chosen?.kept[index] === true ? "yes" : "").padEnd(4),
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
