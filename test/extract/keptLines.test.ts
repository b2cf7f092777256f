import { assert } from "chai";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

const table = (caption: string) => `<table><caption>${caption}</caption><tr><th>a<th>b<tr><td>1<td>2</table>`;
const rows = "| a | b |\n| --- | --- |\n| 1 | 2 |";
const cases: [what: string, html: string, markdown: string][] = [
  ["the caption of a table", table("Prices of 2026"), `Prices of 2026\n\n${rows}`],
  [
    "marks and links in a caption",
    table('<b>Prices</b> by <a href="/a">us</a>'),
    `**Prices** by [us](https://page.test/a)\n\n${rows}`,
  ],
  ["blocks in a caption", table("<p>Prices</p><p>in euros</p>"), `Prices\n\nin euros\n\n${rows}`],
  [
    "a caption below its table",
    table("Prices").replace("<caption>", '<caption style="caption-side:bottom">'),
    `Prices\n\n${rows}`,
  ],
  ["no empty caption", table(" "), rows],
  [
    "lines of a poem",
    '<div style="white-space:pre-line">\n  Low water,\n  slow water,\n  no water.\n</div>',
    "Low water,\\\nslow water,\\\nno water.",
  ],
  ["lines of an address", '<p style="white-space:pre-wrap">1 Quay\n2000 Harbour</p>', "1 Quay\\\n2000 Harbour"],
  ["lines around marks", '<div style="white-space:pre">One <b>two</b>\nthree</div>', "One **two**\\\nthree"],
  ["lines that a part inherits", '<div style="white-space:break-spaces"><span>One\ntwo</span></div>', "One\\\ntwo"],
  [
    "lines in a cell",
    '<table style="white-space:pre-line"><tr><th>a<th>b<tr><td>1\n2<td>3</table>',
    "| a | b |\n| --- | --- |\n| 1<br>2 | 3 |",
  ],
  ["a heading in one line", '<h2 style="white-space:pre-line">One\ntwo</h2><p>Three.</p>', "## One two\n\nThree."],
  [
    "code in a box",
    '<div style="white-space:pre;font-family:monospace">if a:\n    b()</div>',
    "```\nif a:\n    b()\n```",
  ],
  [
    "code without pre",
    '<code style="display:block;white-space:pre-wrap;font-family:Courier New, monospace">a\n  b</code>',
    "```\na\n  b\n```",
  ],
  [
    "code of lines",
    '<div style="white-space:pre;font-family:Menlo"><div>a\n</div><div>  b\n</div></div>',
    "```\na\n  b\n```",
  ],
];

describe("lines and captions in Markdown", function () {
  this.timeout(30_000);
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  const words = "This guide explains how the tool is installed and set up on a small server in about ten minutes.";
  const text = `<p>${Array.from({ length: 4 }, () => words).join(" ")}</p>`;
  for (const [what, html, markdown] of cases)
    it(`keep ${what}`, async () => {
      const body = `<main><article><h1>Guide</h1>${text}${html}${text}</article></main>`;
      const found = textOf(await pages.extract(`<!DOCTYPE html><title>Guide</title>${body}`, ["markdown"]), "markdown");
      assert.equal(/ten minutes\.\n\n([^]*?)\n\nThis guide/u.exec(found)?.[1], markdown);
    });
});
