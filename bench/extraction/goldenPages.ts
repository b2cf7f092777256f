import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { textOfHtml } from "./texts.ts";

/**
 * A page with its expected values: the text of its main content and its metadata. A field that the set does not state is
 * absent; one that the page lacks is null. `kind` is the kind of page, if the set names it.
 */
export type GoldenPage = { name: string; html: string; text: string; kind: string; metadata: GoldenMetadata };

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** Fields of `expected-metadata.json`, as @mozilla/readability names them. */
const GoldenMetadata = Type.Object({
  title: Text,
  byline: Text,
  siteName: Text,
  publishedTime: Text,
  lang: Text,
});
export type GoldenMetadata = Type.Static<typeof GoldenMetadata>;

/** The address of every page, as in the tests of @mozilla/readability. */
export const pageUrl = "http://fakehost/test/page.html";

/**
 * Reads the pages of a directory with the layout of `test/test-pages` of @mozilla/readability: a folder per page with
 * `source.html`, `expected.html` (the main content) and `expected-metadata.json`.
 */
export async function* goldenPages(directory: string): AsyncGenerator<GoldenPage> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  for (const name of names.toSorted()) {
    const read = (file: string) => readFile(join(directory, name, file), "utf8");
    const [html, content, metadata] = await Promise.all([
      read("source.html"),
      read("expected.html"),
      read("expected-metadata.json"),
    ]);
    yield {
      name,
      html,
      text: textOfHtml(content),
      kind: "article",
      metadata: Value.Parse(GoldenMetadata, JSON.parse(metadata)),
    };
  }
}
