import { expect } from "chai";
import { buildProbe, runExtractors } from "#activities/extract/registry.ts";
import { readValues } from "#activities/extract/values/readValues.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import { wordFile, wordParagraph, wordType } from "../support/wordFile.ts";
import { failure, picture, useBrowser } from "./support.ts";

describe("capture: data", function () {
  this.timeout(60_000);
  const browser = useBrowser();

  async function read(
    path: string,
    reply: { type: string; body: string | Buffer; headers?: Record<string, string> },
    values: readonly ValueEntry[] = [],
  ) {
    const { type, body, headers = {} } = reply;
    const url = browser.site.route(path, (_request, response) => {
      response.writeHead(200, { "content-type": type, ...headers }).end(body);
    });
    const captured = await browser.capture(
      { url },
      { probe: buildProbe(["markdown", "links"], values), readsText: true },
    );
    const source = { finalUrl: url, owner: "account", isDocument: captured.document !== undefined };
    const [markdown, links] = await runExtractors(["markdown", "links"], captured, source);
    return {
      captured,
      markdown: markdown?.bytes.toString("utf8") ?? "",
      links: links?.bytes.toString("utf8") ?? "",
      values: await readValues(values, captured, { owner: "account" }),
    };
  }

  it("JSON is shown by its entries, as it was served, and read by paths", async () => {
    const body = '{"b":{"price":1.50,"id":12345678901234567890},"a":[{"name":"<b>x</b>"},[],{}]}';
    const { markdown, values, captured } = await read("/data", { type: "application/json; charset=utf-8", body }, [
      { name: "price", jsonPath: "$.b.price", as: "number" },
      { name: "name", jsonPath: "$.a[0].name" },
    ]);
    expect(markdown).to.equal(
      [
        "```json",
        "{",
        '  "b": {',
        '    "price": 1.50,',
        '    "id": 12345678901234567890',
        "  },",
        '  "a": [',
        "    {",
        '      "name": "<b>x</b>"',
        "    },",
        "    [],",
        "    {}",
        "  ]",
        "}",
        "```",
        "",
      ].join("\n"),
    );
    expect(values).to.deep.equal({ price: { value: 1.5, text: "1.5" }, name: { value: "<b>x</b>", text: "<b>x</b>" } });
    expect(captured.page).to.deep.include({
      contentType: "application/json; charset=utf-8",
      statusCode: 200,
      title: "data",
    });
    expect((await picture(captured)).count(([r]) => r < 100)).to.be.greaterThan(200);
  });

  it("a feed is shown by its entries", async () => {
    const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>News &amp; more</title><link>https://news.example/</link>
      <item><title>First</title><link>/1</link><guid>a</guid><pubDate>Fri, 27 Nov 2026 10:00:00 GMT</pubDate>
      <description>&lt;p&gt;Long &lt;b&gt;words&lt;/b&gt;&lt;script&gt;no()&lt;/script&gt;&lt;/p&gt;</description></item>
      <item><title>Second</title><link>javascript:alert(1)</link><guid>b</guid></item>
      <item><title>Second again</title><guid>b</guid></item></channel></rss>`;
    const { markdown, links, values } = await read("/feed.xml", { type: "application/rss+xml", body }, [
      { name: "newest", jsonPath: "$.entries[0].title" },
    ]);
    const first = browser.site.url("/1");
    expect(markdown).to.equal(
      `# News & more\n\n## [First](${first})\n\n2026-11-27 10:00 UTC\n\nLong words\n\n## Second\n`,
    );
    expect(JSON.parse(links)).to.deep.include({
      href: first,
      text: "First",
      rel: [],
      internal: true,
      nofollow: false,
      region: "main",
    });
    expect(values["newest"]?.value).to.equal("First");
  });

  it("an Atom feed and other XML are shown, entities unexpanded", async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title><entry><id>urn:1</id><title type="html">&lt;i&gt;One&lt;/i&gt;</title>
      <link href="https://a.example/1"/><updated>2026-01-02T03:04:05Z</updated><summary>Sum</summary></entry></feed>`;
    expect((await read("/atom", { type: "application/atom+xml", body: atom })).markdown).to.equal(
      "# Atom\n\n## [One](https://a.example/1)\n\n2026-01-02 03:04 UTC\n\nSum\n",
    );
    const xml = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><x><y k="v">&a;</y><z/></x>`;
    expect((await read("/other.xml", { type: "text/xml", body: xml })).markdown).to.equal(
      [
        "```xml",
        '<?xml version="1.0"?>',
        '<!DOCTYPE x [<!ENTITY a "aaaa">]>',
        "<x>",
        '  <y k="v">&a;</y>',
        "  <z/>",
        "</x>",
        "```",
        "",
      ].join("\n"),
    );
  });

  it("a table is shown, also one that is offered as a file, and read by rows", async () => {
    const body = "\u00efName;Preis\n".replace("\u00ef", "") + '"Schlitten; rot";1.299,00\nAmboss;5\n';
    const { markdown, values, captured } = await read(
      "/prices",
      {
        type: "text/csv; charset=utf-8",
        body,
        headers: { "content-disposition": 'attachment; filename="prices.csv"' },
      },
      [
        { name: "anvil", jsonPath: "$[?@.Name == 'Amboss'].Preis" },
        { name: "cell", selector: "tbody tr:nth-child(1) td:nth-child(2)" },
      ],
    );
    expect(markdown).to.equal("| Name | Preis |\n| --- | --- |\n| Schlitten; rot | 1.299,00 |\n| Amboss | 5 |\n");
    expect([values["anvil"]?.value, values["cell"]?.value]).to.deep.equal(["5", "1.299,00"]);
    expect(captured.page.contentType).to.equal("text/csv; charset=utf-8");
  });

  it("a PDF is shown by its headings and paragraphs, and one that is broken or locked says so", async () => {
    const paragraph = "The harbour of the town has been a place of trade for six hundred years. ".repeat(12);
    const url = browser.site.page(
      "/print",
      `<title>Harbour</title><h1>The harbour</h1><p>${paragraph}</p><h1>Fees</h1><p>A berth costs 45 euros a night.</p>`,
    );
    const { pdf } = await browser.capture({ url, screenshot: null, pdf: {} });
    const { markdown, captured } = await read("/harbour.pdf", { type: "application/pdf", body: pdf?.bytes ?? "" });
    expect(markdown).to.equal(`## The harbour\n\n${paragraph.trim()}\n\n## Fees\n\nA berth costs 45 euros a night.\n`);
    expect(captured.page).to.deep.include({ title: "Harbour", contentType: "application/pdf" });
    const dark = (await picture(captured)).count(([red]) => red < 128);
    expect(dark, "pixels of letters").to.be.greaterThan(1_000);
    const broken = await failure(
      read("/broken.pdf", { type: "application/pdf", body: `%PDF-1.7\n${"<<".repeat(200_000)}` }).then(
        (each) => each.captured,
      ),
    );
    expect(broken.code).to.equal("unsupported_content");
    expect(broken.message).to.contain("broken or locked");
  });

  it("a Word file is shown by its headings and paragraphs, also as a download, and one that is broken says so", async () => {
    const body = Buffer.from(
      wordFile(wordParagraph("Fees", "Heading1") + wordParagraph("A berth costs 45 euros a night.")),
    );
    for (const type of ["application/octet-stream", wordType]) {
      const { markdown, captured } = await read("/fees.docx", { type, body });
      expect(markdown).to.equal("# Fees\n\nA berth costs 45 euros a night.\n");
      expect(captured.page).to.deep.include({ title: "fees.docx", contentType: type });
      expect(captured.screenshot?.height).to.be.greaterThan(0);
    }
    const broken = await failure(read("/broken.docx", { type: wordType, body: "PK" }).then((each) => each.captured));
    expect([broken.code, broken.message]).to.deep.equal([
      "unsupported_content",
      `The address does not reply with content that a browser can show. Its type is ${wordType}, and it is broken or locked with a password.`,
    ]);
  });

  it("of another kind than its type says is shown as before, and pages and pictures of XML stay", async () => {
    const text = await read("/broken.json", { type: "application/json", body: '{"a": ' });
    expect([text.captured.contents.text, text.captured.document]).to.deep.equal(['{"a":', undefined]);
    const page = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><p>page</p></body></html>`;
    expect((await read("/page.xml", { type: "text/xml", body: page })).captured.page.title).to.equal("X");
    const plain = await read("/robots.txt", { type: "text/plain", body: "Disallow: /\nAllow: /a" });
    expect(plain.captured.contents.text).to.equal("Disallow: /\nAllow: /a");
  });

  it("that is hostile ends in time, and the next capture works", async () => {
    const deep = "[".repeat(2_000_000) + "]".repeat(2_000_000);
    expect(
      (await read("/deep.json", { type: "application/json", body: deep })).captured.page.warnings?.[0]?.field,
    ).to.equal("url");
    const tags = "<a>".repeat(300_000);
    expect((await read("/deep.xml", { type: "application/xml", body: tags })).captured.page.statusCode).to.equal(200);
    const bomb = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "${"a".repeat(1_000)}">${Array.from({ length: 20 }, (_, index) => `<!ENTITY b${index} "${"&a;".repeat(1_000)}">`).join("")}]><l>&b19;</l>`;
    expect(
      (await read("/bomb.xml", { type: "application/xml", body: bomb })).captured.contents.text?.length,
    ).to.be.lessThan(200_000);
    const wide = `${"x,".repeat(100_000)}\n`.repeat(20);
    expect((await read("/wide.csv", { type: "text/csv", body: wide })).captured.page.warnings?.[0]?.message).to.contain(
      "200 columns",
    );
    const large = await failure(
      read("/large.csv", { type: "text/csv", body: "a,b\n".repeat(6_000_000) }).then(({ captured }) => captured),
    );
    expect(large.code).to.equal("page_too_large");
    expect((await read("/after.csv", { type: "text/csv", body: "a,b\n1,2" })).markdown).to.contain("| 1 | 2 |");
  });
});
