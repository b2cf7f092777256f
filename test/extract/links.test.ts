import { assert } from "chai";
import { internalTo } from "#activities/extract/links.ts";
import type { Link } from "#schemas/extracts/extracts.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

describe("links", () => {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  const linksOf = async (html: string): Promise<Link[]> =>
    JSON.parse(textOf(await pages.extract(html, ["links"]), "links"));

  it("names the region of each", async () => {
    const html = `<header><a href="/header">x</a><nav><a href="/nav">x</a></nav></header>
      <div role="navigation"><a href="/nav/role">x</a></div>
      <main><a href="/main">x</a><article><header><a href="/main/of-article">x</a></header></article>
        <aside><a href="/aside">x</a><footer><a href="/aside/footer">x</a></footer></aside></main>
      <section><footer><a href="/other/of-section">x</a></footer></section>
      <div id="sidebar"><a href="/aside/named">x</a></div><p><a href="/other">x</a></p>
      <footer><section><a href="/footer">x</a></section></footer>`;
    for (const link of await linksOf(html)) assert.equal(link.href.split("/")[3], link.region, link.href);
  });

  it("gives each address once, with the text of the first link that has text", async () => {
    const html = `<a href="/a#1"><img src="x.png" alt=""></a><a href="a#1"> One
      more </a><a href="./a#1">Two</a><a href="/b" title="B"></a><a href="/c" aria-label="C"><svg><title>no</title></svg></a>`;
    const links = await linksOf(html);
    assert.deepEqual(
      links.map(({ href, text }) => [href, text]),
      [
        ["https://page.test/a#1", "One more"],
        ["https://page.test/b", "B"],
        ["https://page.test/c", "C"],
      ],
    );
  });

  it("resolves relative addresses and ignores scripts and data", async () => {
    const html = `<base href="https://base.test/x/"><a href="y">y</a><a href="javascript:0">j</a><a href="data:text/html,d">d</a>
      <svg><a xlink:href="z"><text>z</text></a></svg><map><area href="/area" alt="Area"></map>`;
    const links = await linksOf(html);
    assert.deepEqual(
      links.map(({ href, text }) => [href, text]),
      [
        ["https://base.test/x/y", "y"],
        ["https://base.test/x/z", "z"],
        ["https://base.test/area", "Area"],
      ],
    );
  });

  it("gives at most 5,000 and reports the cut", async () => {
    const html = Array.from({ length: 100_000 }, (_, index) => `<a href="/${index}">x</a>`).join("<br>");
    const [output] = await pages.extract(html, ["links"]);
    assert.lengthOf(JSON.parse(output?.bytes.toString() ?? ""), 5000);
    assert.deepEqual(output?.truncated, ["links"]);
  });

  it("treats the same registrable domain as internal, else the same host", () => {
    const cases: [page: string, target: string, internal: boolean][] = [
      ["https://www.shop.co.uk/", "http://help.shop.co.uk:8080/", true],
      ["https://shop.co.uk/", "https://other.co.uk/", false],
      ["https://me.github.io/", "https://you.github.io/", false],
      ["https://me.github.io/", "https://www.me.github.io/", true],
      ["http://127.0.0.1:3000/", "http://127.0.0.1:4000/", true],
      ["http://127.0.0.1/", "http://127.0.0.2/", false],
      ["http://localhost:3000/", "http://localhost/x", true],
      ["http://[::1]/", "http://[::1]/a", true],
      ["https://例え.jp/", "https://xn--r8jz45g.jp/", true],
      ["https://a.test/", "mailto:b@a.test", false],
    ];
    for (const [page, target, internal] of cases)
      assert.equal(internalTo(page)(target), internal, `${page} → ${target}`);
  });
});
