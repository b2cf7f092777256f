import { assert } from "chai";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

const cases: [what: string, html: string, link: string][] = [
  [
    "a post of Facebook",
    `<iframe src="https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fharbour%2Fposts%2F1&width=500"></iframe>`,
    "[Post](https://www.facebook.com/harbour/posts/1)",
  ],
  [
    "a post of Facebook that its script drew",
    `<div class="fb-post" data-href="https://www.facebook.com/harbour/posts/2"><span><iframe title="fb:post Post" src="https://www.facebook.com/v2.3/plugins/post.php?app_id=&href=https%3A%2F%2Fwww.facebook.com%2Fharbour%2Fposts%2F2"></iframe></span></div>`,
    "[Post](https://www.facebook.com/harbour/posts/2)",
  ],
  [
    "a post of Facebook without its script",
    `<div class="fb-post" data-href="https://www.facebook.com/harbour/posts/3"></div>`,
    "[Post](https://www.facebook.com/harbour/posts/3)",
  ],
  [
    "a post of Instagram",
    `<iframe class="instagram-media" src="https://www.instagram.com/p/C1abc-D/embed/captioned/?cr=1"></iframe>`,
    "[Post](https://www.instagram.com/p/C1abc-D/)",
  ],
  [
    "a reel of Instagram without its script",
    `<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/reel/C1abc/"></blockquote>`,
    "[Post](https://www.instagram.com/reel/C1abc/)",
  ],
  [
    "a post of X",
    `<iframe title="X Post" src="https://platform.twitter.com/embed/Tweet.html?dnt=false&id=1783"></iframe>`,
    "[X Post](https://x.com/i/status/1783)",
  ],
  [
    "a post of Mastodon",
    `<iframe class="mastodon-embed" src="https://social.test/@ada/1/embed"></iframe>`,
    "[Post](https://social.test/@ada/1/embed)",
  ],
  [
    "a video in an article of a player that Readability does not know",
    `<div><iframe title="The crane" src="https://www.loom.com/embed/0123abcd"></iframe></div>`,
    "[The crane](https://www.loom.com/embed/0123abcd)",
  ],
  [
    "the words of a quoted post",
    `<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/C1/"><p>Low water. <a href="https://www.instagram.com/p/C1/">Ada</a></p></blockquote>`,
    "> Low water. [Ada](https://www.instagram.com/p/C1/)",
  ],
  ["no advertisement", `<p>Rest.</p><iframe src="https://ads.test/embed/1"></iframe>`, "Rest."],
  [
    "no box that follows a site",
    `<p>Rest.</p><div class="fb-page" data-href="https://www.facebook.com/harbour"></div>`,
    "Rest.",
  ],
];

describe("embedded videos and posts in Markdown", function () {
  this.timeout(30_000);
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  const words = "This guide explains how the tool is installed and set up on a small server in about ten minutes.";
  const text = `<p>${Array.from({ length: 4 }, () => words).join(" ")}</p>`;
  for (const [what, html, link] of cases)
    it(`are links: ${what}`, async () => {
      const body = `<main><article><h1>Guide</h1>${text}${html}${text}</article></main>`;
      const found = textOf(await pages.extract(`<!DOCTYPE html><title>Guide</title>${body}`, ["markdown"]), "markdown");
      assert.equal(/ten minutes\.\n\n([^]*?)\n\nThis guide/u.exec(found)?.[1], link);
    });
});
