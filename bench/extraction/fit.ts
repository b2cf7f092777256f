import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { installPython } from "../programs.ts";
import { createMatrix } from "./fit/matrix.ts";
import { samplesOf } from "./fit/samples.ts";
import { pagesOf } from "./pageSets.ts";
import { flatPageOf, launchBrowser } from "./scriptlessPage.ts";

const modelFile = new URL("../../activities/extract/markdown/main/model.json", import.meta.url);
const fitProgram = new URL("fit/fit.py", import.meta.url);

/**
 * Fits the model of main content to the pages in every `--pages DIR`, and writes it to `--model FILE`, else into the
 * product. bench/README.md says where the pages are.
 */
export async function fitBench(): Promise<void> {
  const options = { pages: { type: "string", multiple: true }, model: { type: "string" } } as const;
  const { values } = parseArgs({ args: process.argv.slice(3), options });
  const { pages = [], model = fileURLToPath(modelFile) } = values;
  if (pages.length === 0) throw new Error("--pages DIR is missing. bench/README.md says where pages are.");
  const directory = await mkdtemp(join(tmpdir(), "watchframe-fit-"));
  try {
    const python = await installPython(["lightgbm==4.7.0", "numpy"], directory);
    if (python === null) throw new Error("The model can't be fitted without LightGBM.");
    const rows = await writeSamples(pages, directory);
    console.log(`${rows} blocks.`);
    const { stdout } = await promisify(execFile)(python, [fileURLToPath(fitProgram), directory, model]);
    console.log(stdout.trim());
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeSamples(directories: readonly string[], target: string): Promise<number> {
  const matrix = createMatrix();
  const browser = await launchBrowser();
  try {
    for (const directory of directories)
      for await (const { html, text } of pagesOf(directory))
        matrix.add(samplesOf(await flatPageOf(browser, html), text));
  } finally {
    await browser.close();
  }
  return matrix.write(target);
}
