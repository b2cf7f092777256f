import { assert } from "chai";
import { convertPage } from "#activities/extract/markdown/convertPage.ts";
import { tokensOf } from "#bench/extraction/score.ts";
import { textOfMarkdown } from "#bench/extraction/texts.ts";
import { boilerplatePages, htmlOf } from "./boilerplatePages.ts";

/** Precision and recall of the words of a page's main content. */
function scoreOf(page: (typeof boilerplatePages)[number], tag: string): { precision: number; recall: number } {
  const html = htmlOf(page, tag);
  const task = { html, title: page.title, heading: page.title, declared: true, description: "", articleBody: "" };
  const found = tokensOf(textOfMarkdown(convertPage(task)));
  const wanted = tokensOf(page.paragraphs.join("\n"));
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared += 1;
    left.set(word, count - 1);
  }
  return { precision: shared / found.length, recall: shared / wanted.length };
}

describe("pages with boilerplate at their end and between", () => {
  for (const page of boilerplatePages)
    for (const tag of ["article", "div"])
      it(`give their text in ${page.language}, in <${tag}>`, () => {
        const { precision, recall } = scoreOf(page, tag);
        assert.equal(recall, 1);
        assert.isAtLeast(precision, 0.95);
      });

  it("give nothing else in nine of ten languages", () => {
    const scores = boilerplatePages.map((page) => scoreOf(page, "article").precision);
    assert.isAtLeast(scores.filter((precision) => precision === 1).length, 9);
  });
});

const words =
  "The harbour office keeps a log of every ship that comes in, and the clerk reads each line aloud, twice. ";
const prose = `<p>${words.repeat(3)}</p>`;
const kept: [what: string, title: string, html: string, text: string][] = [
  [
    "a line about newsletters on a page about them",
    "Subscribe to a newsletter without giving your name",
    "<p>Subscribe to our newsletter with an address of its own.</p>",
    "an address of its own",
  ],
  ["a step", "Guide", "<ol><li>Share this page</li><li>Print this page</li></ol>", "Print this page"],
  ["a question", "Guide", "<p>Was this the article that the clerk had meant to read?</p>", "had meant to read"],
  ["a section of prose", "Guide", `<h2>Related topics</h2>${prose}`, "## Related topics"],
  [
    "sources",
    "Guide",
    `<h2>See also</h2><ul><li><a href="https://page.test/a">The log of 1986</a></li></ul>${prose}`,
    "The log of 1986",
  ],
  ["a sentence with a right", "Guide", "<p>The copyright of the log belongs to the town.</p>", "belongs to the town"],
  [
    "words beside a link",
    "Guide",
    '<p>Share this <a href="https://page.test/a">log</a> with the crew.</p>',
    "with the crew",
  ],
  ["a cell", "Guide", "<table><tr><th>Line<th>Use<tr><td>Leave a comment<td>yes</table>", "Leave a comment"],
];

describe("lines that read like boilerplate", () => {
  for (const [what, title, html, text] of kept)
    it(`stay: ${what}`, () => {
      const body = `<article><h1 data-level="1">${title}</h1>${prose}${html}${prose}</article>`;
      const source = `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
      assert.include(convertPage({ html: source, title, heading: title, declared: true }), text);
    });

  it("stay where a page has nothing else", () => {
    const html = "<!doctype html><html><body><p>© 2026 Harbour Post</p></body></html>";
    assert.include(convertPage({ html, title: "", heading: "", declared: false }), "© 2026 Harbour Post");
  });
});
