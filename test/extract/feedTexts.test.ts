import { expect } from "chai";
import * as fc from "fast-check";
import { feedLines, parseFeed } from "#activities/compare/text/entries/feedLines.ts";
import { toPage } from "#activities/documents/toPage.ts";
import { convertPage } from "#activities/extract/markdown/convertPage.ts";
import { html } from "#markup/html.ts";

/** The text that a monitor stores of an RSS feed with these entries. */
async function textOf(entries: readonly { id: string; title: string }[]): Promise<string> {
  const items = entries.map(({ id, title }) => html`<item><guid>${id}</guid><title>${title}</title></item>`);
  const feed = html`<rss version="2.0"
    ><channel><title>News</title>${items}</channel></rss
  >`;
  const source = { bytes: Buffer.from(feed.toString()), contentType: "application/rss+xml", url: "https://a.example/" };
  const page = await toPage({ kind: "xml", ...source, draws: false });
  const heading = { title: "News", heading: "News", declared: false };
  return convertPage({ html: page?.html ?? "", ...heading, withoutAddresses: true, whole: true });
}

describe("the text of a feed", () => {
  it("says the id of each entry above its title, in a comment", async () => {
    const text = await textOf([
      { id: "tag:a.example,2026:1", title: "One" },
      { id: "https://a.example/?p=2&q", title: "Two" },
    ]);
    expect(text).to.equal(
      "# News\n\n<!-- tag:a.example,2026:1 -->\n\n## One\n\n<!-- https://a.example/?p=2&q -->\n\n## Two\n",
    );
  });

  it("has no words of an id outside of its comment", async () => {
    const ids = [
      "--><h1>x</h1>",
      "a -->\n\n## Forged",
      '"><script>',
      "--",
      "&#45;-&gt;",
      "\u2028",
      "x".repeat(5_000),
      "💥",
    ];
    const text = await textOf(ids.map((id, index) => ({ id, title: `Entry ${index}` })));
    const feed = parseFeed(text.split("\n"));
    expect(feed?.entries.map(({ title, words }) => [title, words])).to.deep.equal(
      ids.map((_id, index) => [`Entry ${index}`, ""]),
    );
    expect(new Set(feed?.entries.map(({ id }) => id)).size).to.equal(ids.length);
  });

  it("keeps entries apart by their ids, in any order", async () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[ -~]*[!-~]$/u), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(ids, async (all) => {
        const entries = all.map((id) => ({ id, title: "Update" }));
        const [before, after] = await Promise.all(
          [entries, entries.map((entry) => ({ ...entry, title: "Other" })).toReversed()].map(async (each) =>
            parseFeed((await textOf(each)).split("\n")),
          ),
        );
        if (before == null || after == null) throw new Error("The text is one of a feed.");
        expect(before.entries.map(({ id }) => id)).to.deep.equal(after.entries.map(({ id }) => id).toReversed());
        expect(feedLines({ before, after }).after.map(({ path }) => path)).to.deep.equal([
          "title",
          ...all.map(() => "Other"),
        ]);
      }),
      { numRuns: 50 },
    );
  });
});
