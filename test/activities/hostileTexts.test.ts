import { expect } from "chai";
import { countPages } from "#activities/browser/capture/countPages.ts";
import { navigationFailure } from "#activities/browser/watch/navigationErrors.ts";
import { compareTexts } from "#activities/compare/text/compareTexts.ts";
import { plainLines } from "#activities/compare/text/plainLines.ts";
import { parseSrcset } from "#activities/extract/images.ts";
import { isProse } from "#activities/extract/markdown/main/blocks.ts";
import { secondsOf } from "#activities/httpHosts.ts";
import { hideSecrets } from "#activities/notify/hideSecrets.ts";
import { matchesTag } from "#api/http/staticBytes.ts";
import { readSessionCookie } from "#api/http/sessionCookie.ts";
import { parseRobots, robotsTest } from "#activities/crawl/robots.ts";
import { parseSitemap } from "#markup/sitemap.ts";
import { convertPage } from "#activities/extract/markdown/convertPage.ts";
import { plainTextOf } from "#activities/extract/markdown/plainText.ts";
import { authorOf } from "#activities/extract/metadata/authors.ts";
import { isoDate } from "#activities/extract/metadata/dates.ts";
import { parseJsonLd } from "#activities/extract/metadata/jsonLd.ts";
import { toMetadata } from "#activities/extract/metadata/metadata.ts";
import { describeSite } from "#activities/extract/metadata/title.ts";
import type { MetadataRead } from "#activities/extract/page/readMetadata.ts";
import type { TextLine } from "#activities/extract/page/readTitleLines.ts";
import { withoutEnd } from "#activities/withoutEnd.ts";

/** Milliseconds for one text. */
const maxMs = 1_000;
const megabyte = 1_000_000;

/** `part` repeated to a number of bytes. */
const filled = (part: string, bytes: number): string => part.repeat(Math.ceil(bytes / part.length));

/** Texts that make a reader slow which looks at one place again and again. */
const texts: Readonly<Record<string, string>> = {
  "blanks in the middle": `{"a":1${filled(" ", megabyte)}}`,
  "blanks and line breaks at the end": `{"a":1}${filled(" \n", megabyte)}x`,
  "ends of comments": filled("]]> */ ", megabyte),
  "begins of comments": filled("<!-- //<![CDATA[ ", megabyte),
  semicolons: filled("; ", megabyte),
  brackets: filled("[", megabyte),
  "objects in objects": filled('{"a":', megabyte),
  "quotes without an end": filled('"\\\\"', megabyte),
  "an escaped string without an end": `{"a":"${filled('\\"', 100_000)}\\`,
  "commas and blanks": filled(", ", megabyte),
  "comments without an end": filled("/* ", megabyte),
  "lone surrogates": filled("\ud800", megabyte),
  "nodes of a page tree": filled("/Type /Pages ", 2 * megabyte),
  "types with blanks": filled(`/Type${" ".repeat(1_000)}`, 2 * megabyte),
  "counts without a number": `/Type /Pages ${filled("/Count ", 2 * megabyte)}`,
  "nested tags": `<urlset>${filled("<a>", 10 * megabyte)}`,
  "nested entries": filled("<url><loc>", 10 * megabyte),
  "an address without an end": `<urlset><url><loc>${filled("a", 10 * megabyte)}`,
  "tags without an end": filled("<a ", 10 * megabyte),
  entities: `<urlset><url><loc>${filled("&amp;", megabyte)}</loc></url></urlset>`,
  "addresses that begin and never end": filled("<loc><![CDATA[", megabyte),
  "words without addresses": filled("http ", megabyte),
  "groups of agents": filled("user-agent: *\ndisallow: /*\n", megabyte),
  "one long rule": `user-agent: *\ndisallow: ${filled("/*", megabyte)}`,
  "parts of a title": filled("| ", megabyte),
  "words beside bars": filled("a | ", megabyte),
  blanks: filled(" ", megabyte),
  "begins of formulas": filled("\\( $a $$ \\[ ", megabyte),
  "signs of Chinese": filled("漢", megabyte),
  "signs of punctuation": filled("“-*_`|$", megabyte),
  "times of day": filled("1:11", megabyte),
  "days without a month": filled("1 a ", megabyte),
  "one long word": filled("a", megabyte),
  "blank lines": filled(" \t\r\n", megabyte),
};

/** Characters of a `<meta>` tag's content, and of HTML for the converter. It takes longer for more, and is then ended. */
const maxContentChars = 4_000;
/** Characters of all headers of a reply together, as Node and Chromium take them. */
const maxHeaderChars = 256_000;
const maxConvertedChars = 50_000;

/** Begin and end of a text whose middle is one of `texts`, so that a run of characters is neither at its begin nor end. */
const inside = (text: string) => `a${text}x`;

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "JSON-LD": (text) => parseJsonLd([text]),
  "the pages of a PDF": (text) => countPages(pdfWith(text)),
  "a sitemap": (text) => parseSitemap(Buffer.from(text)),
  "a robots.txt": (text) => parseRobots(Buffer.from(text), "watchframe"),
  "a page's title and metadata": (text) => toMetadata(metadataWith(text), Date.now()),
  "an author's line": (text) => authorOf({ ...noAuthor, bylines: [lineOf(inside(text).slice(0, 100))] }),
  "a date": (text) => isoDate(inside(text).slice(0, maxContentChars), "fr"),
  "the end of a text": (text) => withoutEnd(inside(text), /[\s\p{P}\p{S}]/u),
  "Retry-After": (text) => secondsOf(inside(text).slice(0, maxHeaderChars), new Date(0)),
  "If-None-Match": (text) => matchesTag(inside(text).slice(0, maxHeaderChars), '"a"'),
  "a cookie": (text) => readSessionCookie(inside(text).slice(0, maxHeaderChars), "https://example.com"),
  "Content-Type and Content-Disposition": (text) => refusalOf(inside(text).slice(0, maxHeaderChars)),
  "a receiver's reply": (text) => hideSecrets(inside(text).slice(0, 4_096), receiver),
  srcset: (text) => parseSrcset(inside(text)),
  "a robots.txt and an address": (text) => isAllowed(text),
  "words of a page": (text) => plainLines(inside(text)),
  "two texts of a page": (text) =>
    compareTexts({ before: text.slice(0, 100_000), after: `${text.slice(0, 100_000)}b`, ignore: [] }),
  "a page's plain text": (text) => plainTextOf(inside(text)),
  "a script without spaces": (text) => isProse({ text: `漢${text}漢`, linkedChars: 0 }),
  "marks in Markdown": (text) => markdownOf(`<p>a<b>b${escaped(text)}c</b>d<em>${escaped(text)}</em>e</p>`),
};

const receiver = {
  url: `https://example.com/${"a/".repeat(500)}?key=${"b".repeat(500)}`,
  secrets: ["a a a ", "((((", "||||"],
};

function refusalOf(header: string): unknown {
  const response = { status: 200, contentType: header, disposition: header };
  return navigationFailure({ errorText: `net::ERR_ABORTED ${header}`, verdict: null, proxyError: null, response });
}

/** Whether rules made of a text allow an address made of it. A file has at most 500 kB and an address 8,192 characters. */
function isAllowed(text: string): boolean {
  const lines = Array.from({ length: 2_000 }, (_line, index) => `disallow: /*${text.slice(index, index + 240)}*$`);
  const { rules } = parseRobots(Buffer.from(`user-agent: *\n${lines.join("\n")}`), "watchframe");
  return robotsTest(rules)(new URL(`https://example.com/${encodeURI(text.slice(0, 8_000).toWellFormed())}`));
}

/** A PDF of 12 pages as Chromium writes it. */
function pdfWith(title: string): Buffer {
  const objects = [
    `<</Title (${title})>>`,
    "<</Type /Pages\n/Count 12\n/Kids []>>",
    "<</Type /Catalog\n/Pages 2 0 R>>",
  ];
  const parts = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const starts = parts.map((_part, index) => Buffer.byteLength(parts.slice(0, index).join("")));
  const entries = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 4\n0000000000 65535 f \n${entries}`;
  const body = parts.join("");
  const end = `trailer\n<</Size 4\n/Root 3 0 R\n/Info 1 0 R>>\nstartxref\n${Buffer.byteLength(body)}\n%%EOF\n`;
  return Buffer.from(`${body}${table}${end}`);
}

const lineOf = (text: string): TextLine => ({ text, markup: text, datetime: text });
const noAuthor = { declaredNames: [], bylines: [], nearHeading: [], site: describeSite([], ""), language: null };

/** The most that the reader in the page passes on: 1,000 tags, and 20 and 60 lines. */
function metadataWith(text: string): MetadataRead {
  const content = inside(text.slice(0, maxContentChars));
  const title = content.slice(0, 2_000);
  const names = ["og:title", "dc:title", "description", "author", "keywords", "date", "og:site_name", "dc.date"];
  const line = lineOf(content.slice(0, 100));
  return {
    base: "https://example.com/",
    title,
    heading: title,
    lang: "fr",
    charset: "UTF-8",
    links: [],
    cut: [],
    metas: names.flatMap((name) => Array.from({ length: 125 }, (): [string, string] => [name, content])),
    jsonLd: [JSON.stringify({ "@type": "Article", headline: text.slice(0, 60_000), author: text.slice(0, 60_000) })],
    times: Array.from({ length: 50 }, () => ({ value: content.slice(0, 100), role: null })),
    bylines: Array.from({ length: 20 }, () => line),
    nearHeading: Array.from({ length: 60 }, () => line),
    dateLines: Array.from({ length: 30 }, () => line),
  };
}

const escaped = (text: string) => text.slice(0, maxConvertedChars).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const markdownOf = (content: string) => {
  const html = `<!DOCTYPE html><html><body>${content}</body></html>`;
  return convertPage({ html, title: "", heading: "", declared: false, whole: true });
};

for (const [reader, read] of Object.entries(readers)) {
  describe(`the reader of ${reader} is quick with`, () => {
    for (const [what, text] of Object.entries(texts)) {
      it(what, async () => {
        const begun = process.threadCpuUsage();
        await read(text);
        const { user, system } = process.threadCpuUsage(begun);
        expect((user + system) / 1_000).to.be.lessThan(maxMs);
      });
    }
  });
}

describe("readers of texts that a page chooses", () => {
  const plain = [{ name: "Kettle" }];
  for (const block of [
    '{"name":"Kettle"}  \n ;  ',
    '<!-- {"name":"Kettle"} --> ',
    '//<![CDATA[\n{"name":"Kettle"}\n//]]>\n',
    '/*<![CDATA[*/ {"name":"Kettle"} /*]]>*/',
    '<![CDATA[ {"name":"Kettle"}; ]]>',
    '{"name":"Kettle",}',
    '[{"name":"Kettle"},\n]',
    '{ // the name\n"name": /* of the page */ "Kettle" , }',
  ]) {
    it(`read JSON-LD as pages write it: ${JSON.stringify(block)}`, () => {
      expect(parseJsonLd([block])).to.deep.equal({ items: plain, invalid: 0, cut: false });
    });
  }

  it("keep commas and slashes inside the strings of JSON-LD", () => {
    const block = '{"url":"https://example.com/a,]","text":"/* kept */ ,}",}';
    const items = [{ url: "https://example.com/a,]", text: "/* kept */ ,}" }];
    expect(parseJsonLd([block])).to.deep.equal({ items, invalid: 0, cut: false });
  });

  it("count the pages of a PDF by its page tree, whatever its title has", () => {
    const forged = "/Type /Pages /Count 99>>\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF";
    expect(countPages(pdfWith(forged))).to.equal(12);
    expect(() => countPages(Buffer.from(forged))).to.throw("no page tree");
  });

  it("read a sitemap up to the first tag that is too deep", async () => {
    const entry = (path: string) => `<url><loc>https://example.com/${path}</loc></url>`;
    const deep = `<urlset>${entry("a")}${"<x>".repeat(200)}${"</x>".repeat(200)}${entry("b")}</urlset>`;
    const { pages, isSitemap } = await parseSitemap(Buffer.from(deep));
    expect({ pages, isSitemap }).to.deep.equal({ pages: ["https://example.com/a"], isSitemap: true });
  });
});
