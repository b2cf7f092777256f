import { readFile } from "node:fs/promises";
import { assert } from "chai";
import { Value } from "typebox/value";
import { Metadata } from "#schemas/extracts/extracts.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

const folder = new URL("../fixtures/content/", import.meta.url);
const names = [
  "author-box",
  "comments",
  "consent",
  "disclosure",
  "endless",
  "fidelity",
  "forum",
  "layout",
  "leads",
  "newsletter",
  "page-builder",
  "product",
  "prompts",
  "recipe",
  "related",
  "undeclared",
];

describe("the content pages", () => {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  for (const name of names)
    it(`give exactly the expected Markdown and metadata: ${name}`, async () => {
      const read = (file: string) => readFile(new URL(`${name}/${file}`, folder), "utf8");
      const outputs = await pages.extract(await read("source.html"), ["metadata", "markdown"]);
      const { title, author, publishedTime } = Value.Parse(Metadata, JSON.parse(textOf(outputs, "metadata")));
      assert.deepEqual({ title, author, publishedTime }, JSON.parse(await read("expected.json")));
      assert.equal(textOf(outputs, "markdown"), await read("expected.md"));
    });
});
