import { expect } from "chai";
import type { Browser } from "puppeteer";
import { readPage } from "#activities/http/readPage.ts";
import { charsetOf } from "#activities/documents/decodeReply.ts";
import { serveSite, stopAll } from "../egress/support.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";
import { useResource } from "../support/useResource.ts";

const hex = (bytes: string) => Buffer.from(bytes.replaceAll(" ", ""), "hex");
/** A document in an encoding that keeps ASCII. `head` is the markup before its words. */
const inAscii = (head: string, words: Buffer) => Buffer.concat([Buffer.from(`<!doctype html>${head}<p>`), words]);
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");
const html = "text/html";

/** Documents by how they name their encoding: the type of the reply, the bytes, and the words that a reader sees. */
const documents: Readonly<Record<string, [contentType: string, bytes: Buffer, words: string]>> = {
  "the header": [`${html}; charset=windows-1251`, inAscii("", hex("D6E5EDE0")), "Цена"],
  "a header in quotes": [`${html}; charset="Shift_JIS"`, inAscii("", hex("89BF8A69")), "価格"],
  "a header under another label": [`${html}; charset=ks_c_5601-1987`, inAscii("", hex("B0A1B0DD")), "가격"],
  "meta charset": [html, inAscii("<meta charset=gbk>", hex("BCDBB8F1")), "价格"],
  "meta http-equiv": [
    html,
    inAscii(`<meta http-equiv=content-type content="text/html; charset=big5">`, hex("BBF9AEE6")),
    "價格",
  ],
  "the header, against meta": [
    `${html}; charset=iso-8859-2`,
    inAscii("<meta charset=utf-8>", hex("43656E6120B3")),
    "Cena ł",
  ],
  "a byte order mark, against the header": [
    `${html}; charset=iso-8859-1`,
    Buffer.concat([hex("EFBBBF"), inAscii("", Buffer.from("Preis €"))]),
    "Preis €",
  ],
  "a byte order mark of UTF-16": [html, utf16("<!doctype html><p>Prix €"), "Prix €"],
  "meta that says UTF-16 in ASCII": [html, inAscii("<meta charset=utf-16>", Buffer.from("Preço")), "Preço"],
  "an unknown label": [`${html}; charset=klingon-8`, inAscii("<meta charset=utf-8>", Buffer.from("Цена")), "Цена"],
  nothing: [html, inAscii("", hex("507265697320 80")), "Preis €"],
};

describe("the encoding of a page read without a browser", function () {
  this.timeout(60_000);
  const site = useResource(() =>
    serveSite((request, response) => {
      const name = decodeURIComponent((request.url ?? "").slice(1));
      const [contentType = "", bytes] = documents[name] ?? [];
      response.writeHead(200, { "Content-Type": contentType }).end(bytes);
    }),
  );
  let browser: Browser;
  before(async () => {
    browser = await launchPlainBrowser();
  });
  after(async () => {
    await browser.close();
    await stopAll();
  });

  for (const [name, [contentType, bytes, words]] of Object.entries(documents)) {
    it(`is read from ${name}, as in the browser`, async () => {
      const url = `http://127.0.0.1:${site.port}/${encodeURIComponent(name)}`;
      const page = await browser.newPage();
      await page.goto(url);
      const shown = await page.evaluate(() => document.body.innerText.trim());
      await page.close();
      const task = { bytes, encoding: charsetOf(contentType), url, maxTextChars: 1_000, expression: null };
      const outcome = await readPage(task, { owner: "test" });
      if (!outcome.done) throw new Error(outcome.reason);
      expect([shown, outcome.value.contents.text.trim()]).to.deep.equal([words, words]);
    });
  }
});
