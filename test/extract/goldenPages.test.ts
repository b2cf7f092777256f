import { readdir, readFile } from "node:fs/promises";
import { assert } from "chai";
import type { ExtractedOutput } from "#activities/extract/extractor.ts";
import { extractNames } from "#schemas/outputs.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

const folder = new URL("../fixtures/pages/", import.meta.url);

describe("the golden pages", () => {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  it("are extracted exactly as expected", async () => {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    assert.isAtLeast(names.length, 6);
    for (const name of names) {
      const files = await readdir(new URL(`${name}/`, folder));
      const read = (file: string) => readFile(new URL(`${name}/${file}`, folder), "utf8");
      const outputs = await pages.extract(await read("source.html"), extractNames);
      assert.deepEqual(structured(outputs), JSON.parse(await read("expected.json")), name);
      assert.equal(textOf(outputs, "markdown"), await read("expected.md"), name);
      if (files.includes("expected.html")) assert.equal(textOf(outputs, "html"), await read("expected.html"), name);
    }
  });
});

function structured(outputs: readonly ExtractedOutput[]): Record<string, unknown> {
  const truncated = outputs.flatMap((output) =>
    output.truncated === undefined ? [] : [[output.name, output.truncated]],
  );
  return {
    metadata: JSON.parse(textOf(outputs, "metadata")),
    links: JSON.parse(textOf(outputs, "links")),
    truncated: Object.fromEntries(truncated),
  };
}
