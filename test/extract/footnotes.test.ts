import { assert } from "chai";
import { convertPage } from "#activities/extract/markdown/convertPage.ts";
import { cpuTimeMs } from "../support/cpuTime.ts";

/** Markdown of a body in which all fragments are of one page. */
function markdownOf(body: string, options: { withoutAddresses?: boolean } = {}): string {
  const html = `<!DOCTYPE html><html><body>${body.replaceAll('href="#', 'href="https://x.test/a#')}</body></html>`;
  return convertPage({ html, title: "", heading: "", declared: false, whole: true, ...options }).trim();
}

const cases: [what: string, html: string, markdown: string][] = [
  [
    "of GitHub",
    `<p>A.<sup><a href="#user-content-fn-1" id="user-content-fnref-1">1</a></sup></p><section class="footnotes"><h2>Footnotes</h2><ol><li id="user-content-fn-1"><p>B. <a href="#user-content-fnref-1">↩</a></p></li></ol></section>`,
    "A.[^1]\n\n## Footnotes\n\n[^1]: B.",
  ],
  [
    "of Pandoc",
    `<p>A.<a href="#fn1" id="fnref1"><sup>1</sup></a></p><section><ol><li id="fn1"><p>B.<a href="#fnref1">↩︎</a></p></li></ol></section>`,
    "A.[^1]\n\n[^1]: B.",
  ],
  [
    "of MediaWiki, used twice",
    `<p>A.<sup id="cite_ref-a_1-0"><a href="#cite_note-a-1">[1]</a></sup> C.<sup id="cite_ref-a_1-1"><a href="#cite_note-a-1">[1]</a></sup></p><ol><li id="cite_note-a-1"><span>^ <sup><a href="#cite_ref-a_1-0">a</a></sup> <sup><a href="#cite_ref-a_1-1">b</a></sup></span> <span>B.</span></li></ol>`,
    "A.[^1] C.[^1]\n\n[^1]: B.",
  ],
  [
    "of Substack, whose numbers link back",
    `<p>A.<a id="footnote-anchor-1" href="#footnote-1">1</a></p><div><a id="footnote-1" href="#footnote-anchor-1">1</a><div><p>B.</p></div></div>`,
    "A.[^1]\n\n[^1]: B.",
  ],
  [
    "in paragraphs, with brackets",
    `<p>A <a id="r1" href="#n1">[1]</a> and C <a id="r2" href="#n2">[2]</a>.</p><p id="n1">[<a href="#r1">1</a>] B.</p><p id="n2">[<a href="#r2">2</a>] D.</p>`,
    "A [^1] and C [^2].\n\n[^1]: B.\n\n[^2]: D.",
  ],
  [
    "with signs for marks",
    `<p>A<a id="r1" href="#n1">*</a> C<a id="r2" href="#n2">†</a></p><ul><li id="n1">B <a href="#r1">↩</a></li><li id="n2">D <a href="#r2">↩</a></li></ul>`,
    "A[^1] C[^2]\n\n[^1]: B\n\n[^2]: D",
  ],
  [
    "of several paragraphs",
    `<p>A<sup id="r1"><a href="#n1">1</a></sup></p><ol><li id="n1"><p>B</p><p>C <a href="#r1">↩</a></p></li></ol>`,
    "A[^1]\n\n[^1]: B\n\n    C",
  ],
  [
    "beside other items of a list",
    `<p>A<sup id="r1"><a href="#n1">1</a></sup></p><ol><li>B</li><li id="n1">C <a href="#r1">↩</a></li></ol>`,
    "A[^1]\n\n1. B\n\n[^1]: C",
  ],
  [
    "with marks in a cell",
    `<table><tr><th>A<sup id="r1"><a href="#n1">1</a></sup></th><th>B</th></tr><tr><td>C</td><td>D</td></tr></table><ol><li id="n1">E <a href="#r1">↩</a></li></ol>`,
    "| A[^1] | B |\n| --- | --- |\n| C | D |\n\n[^1]: E",
  ],
];

const links: [what: string, html: string][] = [
  [
    "a list of contents",
    `<p id="c1"><a href="#s1">1</a></p><div id="s1"><h2><a href="#c1">Part</a></h2><p>A</p></div>`,
  ],
  ["a note without a link back", `<p>A<sup id="r1"><a href="#n1">1</a></sup></p><ol><li id="n1">B</li></ol>`],
  ["a mark without a note", `<p>A<sup id="r1"><a href="#n1">1</a></sup></p>`],
  ["words", `<p id="r1"><a href="#n1">the second part</a></p><p id="n1">A <a href="#r1">back</a></p>`],
  [
    "notes in a table",
    `<p>A<sup id="r1"><a href="#n1">1</a></sup></p><table><tr><th>a<th>b<tr><td id="n1"><p>B <a href="#r1">↩</a></p><td>c</table>`,
  ],
];

describe("footnotes in Markdown", () => {
  for (const [what, html, markdown] of cases)
    it(`are those ${what}`, () => {
      assert.equal(markdownOf(html), markdown);
    });

  for (const [what, html] of links)
    it(`are not ${what}`, () => {
      assert.notInclude(markdownOf(html), "[^");
      assert.include(markdownOf(html), "https://x.test/a#");
    });

  it("are words where links are words", () => {
    const [, html] = cases[0] ?? ["", ""];
    assert.equal(markdownOf(html, { withoutAddresses: true }), "A.<sup>1</sup>\n\n## Footnotes\n\n1. B. ↩");
  });

  it("stay bounded on a page of nested notes and many marks", () => {
    const marks = Array.from({ length: 2500 }, (_each, index) => `<a id="r${index}" href="#n${index}">${index}</a>`);
    const notes = Array.from({ length: 2500 }, (_each, index) => `<div id="n${index}"><a href="#r${index}">b</a>`);
    const took = cpuTimeMs(() => {
      markdownOf(`<p>${marks.join(" ")}</p>${notes.slice(0, 190).join("")}${"</div>".repeat(190)}`);
      markdownOf(`<p>${marks.join(" ")}</p>${notes.map((note) => `${note} x</div>`).join("")}`);
    });
    assert.isBelow(took, 10_000);
  });
});
