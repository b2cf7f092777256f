import { assert } from "chai";
import { Metadata } from "#schemas/extracts/extracts.ts";
import { type ChromePages, openChromePages } from "./chromePages.ts";

describe("metadata of a page in the browser", () => {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  const metadataOf = async (html: string): Promise<Metadata> => {
    const [output] = await pages.extract(html, ["metadata"]);
    return JSON.parse(output?.bytes.toString() ?? "");
  };

  it("takes the date of a single article, and none of a list", async () => {
    const one = await metadataOf(
      '<time datetime="2001">x</time><article><time datetime="2024-05-06">May</time></article>',
    );
    assert.equal(one.publishedTime, "2024-05-06");
    const list = '<article><time datetime="2024-05-06">May</time></article>'.repeat(2);
    assert.isNull((await metadataOf(list)).publishedTime);
    const marked = await metadataOf(
      '<article><time class="updated" datetime="2024-05-08">b</time><time itemprop="datePublished" datetime="2024-05-06">a</time></article>',
    );
    assert.deepEqual([marked.publishedTime, marked.modifiedTime], ["2024-05-06", "2024-05-08"]);
  });

  it("takes no date of a comment or a teaser", async () => {
    const time = '<time class="published" datetime="2024-06-04">4 June</time>';
    const own = '<time datetime="2024-05-03">3 May</time>';
    const parts = [
      `<ol class="comment-list"><li>${time}</li></ol>`,
      `<section id="comments"><article class="comment-body">${time}</article></section>`,
      `<div class="replies">${time}</div>`,
      `<div itemprop="comment" itemscope><meta itemprop="datePublished" content="2024-06-04">${time}</div>`,
      `<div itemscope itemtype="https://schema.org/Comment"><meta itemprop="datePublished" content="2024-06-04"></div>`,
      `<div class="related-posts">${time}</div>`,
      `<div class="teaser-row"><article>${time}</article></div>`,
    ];
    for (const part of parts) {
      for (const html of [`<article><h1>Low water</h1>${part}</article>`, `<h1>Low water</h1>${part}`])
        assert.isNull((await metadataOf(html)).publishedTime, html);
      const dated = await metadataOf(`<article><h1>Low water</h1>${part}${own}</article>`);
      assert.equal(dated.publishedTime, "2024-05-03", part);
    }
  });

  it("reads author and date from the text around the title", async () => {
    const shown = await metadataOf(
      `<html lang="en"><nav>By Someone Else, 1 January 2001</nav><h1>Low water</h1><div class="head"><span>By <a href="/ada">Ada Moss</a></span>
      <span>Posted 3 May 2024</span></div><p>${"Words about the tide and the harbour. ".repeat(20)}</p><p>By Otto Late</p>
      <section class="comments"><p class="author">Guest</p><p>4 June 2024</p></section>`,
    );
    assert.deepEqual([shown.author, shown.publishedTime], ["Ada Moss", "2024-05-03"]);
  });

  it("has every field if the page declares nothing", async () => {
    const metadata = await metadataOf("");
    assert.sameMembers(Object.keys(metadata), Object.keys(Metadata.properties));
    const stated = Object.entries(metadata).filter(([, value]) => value !== null && Object.keys(value).length > 0);
    assert.deepEqual(stated, [["charset", "UTF-8"]]);
  });

  it("reads the language from `xml:lang` and meta tags", async () => {
    assert.equal((await metadataOf('<meta http-equiv="Content-Language" content="da">')).lang, "da");
    assert.equal((await metadataOf('<html xml:lang="fi">')).lang, "fi");
  });
});
