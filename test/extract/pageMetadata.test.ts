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

  const far = `<h1>Low water</h1>${`<p>${"Words about the tide and the harbour. ".repeat(10)}</p>`.repeat(8)}`;

  it("reads a date far from the title that its markup names", async () => {
    const dates = [
      '<div class="entry-date">3 May 2024</div>',
      '<p class="publishedOn">May <b>3</b><sup>rd</sup>, 2024</p>',
      '<div class="post-meta"><span>May 3, 2024</span><span>6 min read</span></div>',
      '<p class="dateline">Updated 8 June 2024</p><p class="dateline">Published 3 May 2024</p>',
      '<div class="date-box"><p>Posted on May 3, 2024</p><p>Tags: tides, harbours, boats, nets, ropes, storms, lights, maps</p></div>',
      '<article><footer><span class="author-date">May 3, 2024</span></footer></article>',
      // The posts of a thread, with the first one first.
      '<i class="postDate">May 3, 2024</i><i class="postDate">May 3, 2024</i><i class="postDate">June 8, 2024</i>',
    ];
    for (const date of dates)
      assert.equal((await metadataOf(`<html lang="en">${far}${date}`)).publishedTime, "2024-05-03", date);
  });

  it("takes no date that is marked as one of something else", async () => {
    const dates = [
      '<div class="dateline">Updated 3 May 2024</div>',
      '<div class="review-date">3 May 2024</div>',
      '<div class="date">Last reviewed: 3 May 2024</div>',
      '<div class="date">3 days ago</div>',
      '<footer><div class="date">3 May 2024</div></footer>',
      '<nav><div class="date">3 May 2024</div></nav>',
      '<aside class="sidebar"><div class="date">3 May 2024</div></aside>',
      // The entries of a list, with the newest one first.
      '<div class="date">3 May 2024</div><div class="date">2 May 2024</div>',
      '<div class="candidate">12 votes</div>',
    ];
    for (const date of dates) assert.isNull((await metadataOf(`<html lang="en">${far}${date}`)).publishedTime, date);
  });

  it("reads a date in a line whose elements stand side by side", async () => {
    const shown = await metadataOf(
      '<html lang="en"><h1>Low water</h1><div><a>By Ada Moss</a><span>Chief editor</span><p>Dec 17, 2025</p><p>6 min read</p></div>',
    );
    assert.equal(shown.publishedTime, "2025-12-17");
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
