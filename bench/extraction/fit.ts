import { parseArgs } from "node:util";
import type { Browser } from "puppeteer";
import { type Model, shippedModel } from "#activities/extract/markdown/main/mainContent.ts";
import type { MarkdownTask } from "#activities/extract/page/flat/readFlatPage.ts";
import { labelledPages } from "./fit/labelledPages.ts";
import { fitRegression, modelText, type Sample } from "./fit/regression.ts";
import { samplesOf } from "./fit/samples.ts";
import { scoreOf } from "./fit/scoreModel.ts";
import { flatPageOf, launchBrowser } from "./scriptlessPage.ts";

const variable = "WATCHFRAME_LABELLED_PAGES";

/**
 * Fits the coefficients of main content to the development part of the Web Content Extraction Benchmark. Scores them
 * and the shipped ones on its test part, and prints them. `--all` fits every feature. bench/README.md says how to get
 * the pages.
 */
export async function fitBench(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { pages: { type: "string" }, l2: { type: "string" }, all: { type: "boolean" } },
  });
  const directory = values.pages ?? process.env[variable];
  if (directory === undefined)
    throw new Error(`Give the folder of the labelled pages: --pages DIR or ${variable}. See bench/README.md.`);
  const l2 = Number(values.l2 ?? 10);
  if (!(l2 >= 0)) throw new Error("--l2 must be a number, 0 or more.");
  const browser = await launchBrowser();
  try {
    const samples: Sample[] = [];
    for await (const { page, content } of readPages(browser, directory, "dev"))
      for (const sample of samplesOf(page, content)) samples.push(sample);
    const names = values.all === true ? namesIn(samples) : Object.keys(shippedModel.coefficients);
    const model = fitRegression(samples, { names, l2 });
    console.log(`Fitted to ${samples.length} blocks.\n\n${modelText(model)}\n`);
    await printScores(readPages(browser, directory, "test"), model);
  } finally {
    await browser.close();
  }
}

function namesIn(samples: readonly Sample[]): string[] {
  return [...new Set(samples.flatMap(({ features }) => Object.keys(features)))].toSorted();
}

type FlatPage = { page: MarkdownTask; content: string };

async function* readPages(browser: Browser, directory: string, part: "dev" | "test"): AsyncGenerator<FlatPage> {
  for await (const { html, content } of labelledPages(directory, part))
    yield { page: await flatPageOf(browser, html), content };
}

async function printScores(pages: AsyncIterable<FlatPage>, fitted: Model): Promise<void> {
  const sums = { shipped: 0, fitted: 0 };
  let count = 0;
  for await (const { page, content } of pages) {
    sums.shipped += scoreOf(page, content, shippedModel);
    sums.fitted += scoreOf(page, content, fitted);
    count += 1;
  }
  if (count === 0) throw new Error("The test part has no pages to score.");
  const mean = (sum: number) => (sum / count).toFixed(4);
  console.log(`F1 on ${count} held-out pages: ${mean(sums.shipped)} shipped, ${mean(sums.fitted)} fitted.`);
}
