import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { useBrowser } from "./support.ts";

/** The encoding that the browser chose, the page's text, and its title. */
const probe = "[document.characterSet, (document.body ?? document.documentElement).textContent.trim()]";

const german = "Grüße aus München, schöne Straße für 20 €";
const japanese = "日本語のテキストです。今日は天気がいい。";
const latin1 = (text: string) => Buffer.from(text, "latin1");
/** `日本語です。東京の天気。` in Shift_JIS. */
const shiftJis = Buffer.from("93fa967b8cea82c582b78142938c8b9e82cc93568b438142", "hex");

describe("text whose reply names no charset", function () {
  this.timeout(30_000);
  const browser = useBrowser();

  /** The encoding and text of a page of these bytes. */
  async function read(
    contentType: string,
    chunks: readonly Buffer[],
    options: { spec?: Partial<RenderSpec>; headers?: Record<string, string> } = {},
  ): Promise<[string, string]> {
    const url = browser.site.route("/text", (_request, response) => {
      response.writeHead(200, { "content-type": contentType, ...options.headers });
      void (async () => {
        for (const chunk of chunks) {
          response.write(chunk);
          await sleep(20);
        }
        response.end();
      })();
    });
    const { probed } = await browser.capture({ url, screenshot: null, ...options.spec }, { probe });
    const [encoding, text] = Array.isArray(probed) ? probed : [];
    if (typeof encoding !== "string" || typeof text !== "string") throw new Error("the page could not be read");
    return [encoding, text];
  }

  const whole = (text: string) => [Buffer.from(text)];
  const cut = (text: string, at: number) => [Buffer.from(text).subarray(0, at), Buffer.from(text).subarray(at)];
  const html = `<!doctype html><p>${german}`;
  const utf8: [name: string, contentType: string, chunks: Buffer[], text: string][] = [
    ["a document", "text/html", whole(html), german],
    ["plain text", "text/plain", whole(german), german],
    ["Japanese", "text/html", whole(`<p>${japanese}`), japanese],
    ["one character", "text/plain", whole("Café"), "Café"],
    ["an emoji", "text/html", whole("<p>done 😀"), "done 😀"],
    ["JSON", "application/json", whole(`{"place":"${german}"}`), `{\n  "place": "${german}"\n}`],
    [
      "XHTML",
      "application/xhtml+xml",
      whole(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${german}</body></html>`),
      german,
    ],
    [
      "a document whose first chunk ends within a character",
      "text/html",
      cut(`<p>${german.repeat(20)}`, Buffer.byteLength(`<p>${german.repeat(10)}Gr`) + 1),
      german.repeat(20),
    ],
    [
      "plain text that is ASCII for long",
      "text/plain",
      whole(`${"a ".repeat(40_000)}${german}`),
      `${"a ".repeat(40_000)}${german}`,
    ],
    ["a document with a byte order mark", "text/html", whole(`\ufeff${html}`), german],
    ["a reply without a type", "", whole(html), german],
  ];
  for (const [name, contentType, chunks, text] of utf8)
    it(`is read as UTF-8 if it is valid: ${name}`, async () => {
      expect(await read(contentType, chunks)).to.deep.equal(["UTF-8", text]);
    });

  it("is read as UTF-8 when it arrives compressed", async () => {
    const headers = { "content-encoding": "gzip" };
    expect(await read("text/html", [gzipSync(html)], { headers })).to.deep.equal(["UTF-8", german]);
  });

  it("is read as UTF-8 on any device, on paper and with other options of the visitor", async () => {
    const specs: Partial<RenderSpec>[] = [
      { device: "iphone-15" },
      { emulation: { media: "print" } },
      { emulation: { reducedMotion: true, locale: "ja-JP" } },
      { screenshot: { format: "png", quality: 80, fullPage: false, omitBackground: true } },
    ];
    for (const spec of specs) expect(await read("text/html", whole(html), { spec })).to.deep.equal(["UTF-8", german]);
  });

  it("is read as UTF-8 in a frame of another origin", async () => {
    browser.site.route("/inner", (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<p>${german}<script>
        parent.postMessage(document.characterSet + " " + document.querySelector("p").firstChild.data, "*")</script>`),
    );
    const outer = browser.site.page(
      "/outer",
      `<p id="heard"></p><script>onmessage = ({ data }) => { heard.textContent = data }</script>
       <iframe src="${browser.site.url("/inner", "other.test")}"></iframe>`,
    );
    const spec = { url: outer, screenshot: null, waitUntil: "networkidle0" as const };
    const { probed } = await browser.capture(spec, { probe: 'document.getElementById("heard").textContent' });
    expect(probed).to.equal(`UTF-8 ${german}`);
  });

  const older: [name: string, chunks: Buffer[], encoding: string, text: string][] = [
    ["Latin-1", [latin1("<p>Grüße aus München, schöne Straße")], "windows-1252", "Grüße aus München, schöne Straße"],
    ["one character of Latin-1", [latin1("<p>Café")], "windows-1252", "Café"],
    ["prices in Latin-1", [latin1("<p>Price: £ 20 at 50°")], "windows-1252", "Price: £ 20 at 50°"],
    ["Shift_JIS", [Buffer.from("<p>"), shiftJis], "Shift_JIS", "日本語です。東京の天気。"],
    [
      "Shift_JIS that the document names",
      [Buffer.from("<meta charset=shift_jis><p>"), shiftJis],
      "Shift_JIS",
      "日本語です。東京の天気。",
    ],
    [
      "Latin-1 that a late head names",
      [
        Buffer.concat([
          Buffer.from(`<head><style>/*${" ".repeat(900)}*/</style><meta charset=iso-8859-1></head><p>`),
          latin1("naïve"),
        ]),
      ],
      "windows-1252",
      "naïve",
    ],
  ];
  for (const [name, chunks, encoding, text] of older)
    it(`stays ${name}`, async () => expect(await read("text/html", chunks)).to.deep.equal([encoding, text]));

  it("stays what the reply names", async () => {
    expect(await read("text/html; charset=iso-8859-1", [latin1("<p>naïve")])).to.deep.equal(["windows-1252", "naïve"]);
  });
});
