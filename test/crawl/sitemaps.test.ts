import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { readSitemaps } from "#activities/crawl/sitemaps.ts";
import { createGuardedFetch } from "#egress/fetch.ts";
import { parseSitemap } from "#markup/sitemap.ts";
import { createLogger } from "#telemetry/logger.ts";
import { openPolicy, serveSite, stopAfterTest, stopAll } from "../egress/support.ts";
import { cpuTimeUntil } from "../support/cpuTime.ts";
import { until } from "../support/until.ts";

const never = new AbortController().signal;
const reader = { accountId: "account", logger: createLogger({ name: "test", level: "silent" }) };
const urlset = (...pages: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages
    .map((page) => `<url><loc>${page}</loc><lastmod>2026-11-21</lastmod></url>`)
    .join("\n")}</urlset>`;
const index = (...sitemaps: string[]) =>
  `<sitemapindex>${sitemaps.map((sitemap) => `<sitemap><loc>${sitemap}</loc></sitemap>`).join("")}</sitemapindex>`;

const utf16 = (text: string) => Buffer.from(text, "utf16le");
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  "UTF-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16 in little order": (text) => utf16(`\ufeff${text}`),
  "UTF-16 in big order": (text) => utf16(`\ufeff${text}`).swap16(),
  "UTF-16 without a mark": (text) => utf16(text),
  "UTF-16 in big order without a mark": (text) => utf16(text).swap16(),
};

describe("a sitemap", () => {
  const pagesOf = async (text: string) => (await parseSitemap(Buffer.from(text))).pages;

  it("lists pages, whatever else the file contains", async () => {
    const text = `\ufeff ${urlset("https://a.example/1?x=1&amp;y=2", " \n https://a.example/2 ", "<![CDATA[https://a.example/3?a&b]]>", "")}`;
    const image = text.replace(
      "<lastmod>",
      "<image:image><image:loc>https://a.example/i.png</image:loc></image:image><lastmod>",
    );
    expect(await pagesOf(image)).to.deep.equal([
      "https://a.example/1?x=1&y=2",
      "https://a.example/2",
      "https://a.example/3?a&b",
    ]);
  });

  it("that is an index names sitemaps", async () => {
    expect(
      await parseSitemap(Buffer.from(index("https://a.example/s1.xml", "https://a.example/s2.xml"))),
    ).to.deep.equal({
      isSitemap: true,
      pages: [],
      sitemaps: ["https://a.example/s1.xml", "https://a.example/s2.xml"],
    });
  });

  it("may be a plain list", async () => {
    expect(await pagesOf("https://a.example/1\r\nnot an address\nhttp://a.example/2\n")).to.deep.equal([
      "https://a.example/1",
      "http://a.example/2",
    ]);
  });

  it("may use a prefix for its own elements, and others for pictures", async () => {
    const ns = 'xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9"';
    const image = "<image:image><image:loc>https://a.example/i.png</image:loc></image:image>";
    const entry = `<sm:url>${image}<image:loc>https://a.example/j.png</image:loc><sm:loc>https://a.example/1</sm:loc></sm:url>`;
    expect(await pagesOf(`<?xml version="1.0"?><sm:urlset ${ns}>${entry}</sm:urlset>`)).to.deep.equal([
      "https://a.example/1",
    ]);
    const nested = `<x:sitemapindex><x:sitemap><x:loc>https://a.example/s.xml</x:loc></x:sitemap></x:sitemapindex>`;
    expect(await parseSitemap(Buffer.from(nested))).to.deep.equal({
      isSitemap: true,
      pages: [],
      sitemaps: ["https://a.example/s.xml"],
    });
  });

  for (const [encoding, toBytes] of Object.entries(encodings)) {
    it(`may be in ${encoding}`, async () => {
      for (const text of [urlset("https://a.example/caf\u00e9"), "https://a.example/caf\u00e9\n"]) {
        const { pages, isSitemap } = await parseSitemap(toBytes(text));
        expect([pages, isSitemap]).to.deep.equal([["https://a.example/caf\u00e9"], true]);
      }
    });
  }

  it("may declare another encoding than UTF-8, also a wrong or unknown one", async () => {
    const declared = (encoding: string, bytes: "latin1" | "utf8") =>
      Buffer.from(urlset("https://a.example/caf\u00e9").replace("UTF-8", encoding), bytes);
    for (const file of [
      declared("ISO-8859-1", "latin1"),
      declared("windows-1252", "latin1"),
      declared("UTF-16", "utf8"),
      declared("x-unknown", "utf8"),
    ])
      expect((await parseSitemap(file)).pages).to.deep.equal(["https://a.example/caf\u00e9"]);
    const cyrillic = Buffer.concat([
      Buffer.from("<?xml version='1.0' encoding='windows-1251'?><urlset><url><loc>https://a.example/"),
      Buffer.from([0xe4]),
      Buffer.from("</loc></url></urlset>"),
    ]);
    expect((await parseSitemap(cyrillic)).pages).to.deep.equal(["https://a.example/\u0434"]);
  });

  it("may be a feed: RSS 2.0, RSS 1.0 or Atom", async () => {
    const rss = `<?xml version="1.0"?><rss version="2.0"><channel><link>https://a.example/</link><atom:link href="https://a.example/feed"/>
      <item><atom:link href="https://a.example/self"/><link> https://a.example/1 </link><guid>7</guid></item>
      <item><title>no link</title></item><item><link><![CDATA[https://a.example/2?a&b]]></link></item></channel></rss>`;
    expect(await pagesOf(rss)).to.deep.equal(["https://a.example/1", "https://a.example/2?a&b"]);
    const rdf = `<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel><link>https://a.example/</link></channel><item><link>https://a.example/1</link></item></rdf:RDF>`;
    expect(await pagesOf(rdf)).to.deep.equal(["https://a.example/1"]);
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/"/><link rel="self" href="/feed"/>
      <entry><link rel="enclosure" href="https://a.example/a.mp3"/><link href="https://a.example/1"/></entry>
      <entry><link rel="alternate" type="application/json" href="/2.json"/><link rel="alternate" type="text/html" href="/2"></link></entry>
      <entry><source><link href="https://b.example/"/></source><content><div><link href="/style"/></div></content></entry></feed>`;
    expect(await pagesOf(atom)).to.deep.equal(["https://a.example/1", "/2"]);
    for (const text of [rss, rdf, atom]) expect((await parseSitemap(Buffer.from(text))).isSitemap).to.equal(true);
  });

  it("that is truncated or broken yields its readable part", async () => {
    const whole = urlset("https://a.example/1", "https://a.example/2", "https://a.example/3");
    expect(await pagesOf(whole.slice(0, whole.indexOf("/3<")))).to.deep.equal([
      "https://a.example/1",
      "https://a.example/2",
    ]);
    expect(await pagesOf("<urlset><url><loc>https://a.example/1</loc></wrong><url><loc>x")).to.deep.equal([
      "https://a.example/1",
    ]);
    expect(await pagesOf("<html><body><a href='/'>404</a></body></html>")).to.deep.equal([]);
  });

  it("expands no entities that it declares", async () => {
    const bomb = `<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    expect(await pagesOf(`${bomb}${urlset("https://a.example/&b;&x;")}`)).to.deep.equal(["https://a.example/&b;&x;"]);
  });

  it("gives 50,000 pages at most, and is read in well below a second", async () => {
    const text = urlset(...Array.from({ length: 60_000 }, (_, page) => `https://a.example/${page}`));
    const reading = pagesOf(text);
    expect(await cpuTimeUntil(reading)).to.be.below(2_000);
    expect(await reading).to.have.length(50_000);
  });
});

describe("reading sitemaps", function () {
  this.timeout(20_000);
  afterEach(stopAll);

  async function read(files: (base: string) => Record<string, string | Buffer>, starts = ["/sitemap.xml"]) {
    let served: Record<string, string | Buffer> = {};
    const site = await serveSite((request, response) => {
      const body = served[request.url ?? ""];
      if (body === undefined) response.writeHead(404).end(urlset("https://a.example/no"));
      else response.end(body);
    });
    const base = `http://site.example:${site.port}`;
    served = files(base);
    const fetch = createGuardedFetch(openPolicy([site.port]));
    stopAfterTest(() => fetch.close());
    const entries = await readSitemaps(
      fetch,
      starts.map((start) => new URL(start, base)),
      { ...reader, withinMs: 60_000, signal: never },
    );
    return {
      entries: entries.map(({ url, sitemap }) => `${url} ${sitemap.replace(base, "")}`),
      requests: site.requests,
    };
  }

  it("reads indexes, compressed files and cyclic references, each file once", async () => {
    const { entries, requests } = await read(
      (base) => ({
        "/sitemap.xml": index(`${base}/one.xml.gz`, `${base}/sub.xml`, `${base}/missing.xml`, `${base}/one.xml.gz`),
        "/sub.xml": index(`${base}/sitemap.xml`, `${base}/two.txt`),
        "/one.xml.gz": gzipSync(urlset("https://a.example/1")),
        "/two.txt": "https://a.example/2",
      }),
      ["/sitemap.xml", "/sub.xml"],
    );
    expect(entries).to.deep.equal(["https://a.example/1 /one.xml.gz", "https://a.example/2 /two.txt"]);
    expect(requests.toSorted()).to.deep.equal(
      ["/missing.xml", "/one.xml.gz", "/sitemap.xml", "/sub.xml", "/two.txt"].map((path) => `GET ${path}`),
    );
  });

  it("stops at 50 files", async () => {
    const { requests } = await read((base) =>
      Object.fromEntries(
        Array.from({ length: 80 }, (_, number) => [
          number === 0 ? "/sitemap.xml" : `/${number}.xml`,
          index(`${base}/${number + 1}.xml`),
        ]),
      ),
    );
    expect(requests).to.have.length(50);
  });

  it("keeps what it read when its time is over, and aborts immediately", async () => {
    const asked: string[] = [];
    // The second sitemap never answers.
    const site = await serveSite(({ url = "" }, response) => {
      asked.push(url);
      if (url === "/one.xml") response.end(urlset("https://a.example/1"));
    });
    const fetch = createGuardedFetch(openPolicy([site.port]));
    stopAfterTest(() => fetch.close());
    const starts = ["/one.xml", "/two.xml", "/three.xml"].map(
      (path) => new URL(path, `http://site.example:${site.port}`),
    );
    const entries = await readSitemaps(fetch, starts, { ...reader, withinMs: 500, signal: never });
    expect(entries.map(({ url }) => url)).to.deep.equal(["https://a.example/1"]);
    expect(asked).to.deep.equal(["/one.xml", "/two.xml"]);
    const calledOff = new AbortController();
    const reading = readSitemaps(fetch, starts, { ...reader, withinMs: 60_000, signal: calledOff.signal });
    await until(async () => asked.length === 4);
    calledOff.abort(new Error("called off"));
    expect(await reading.catch((error: unknown) => error)).to.have.property("message", "called off");
  });

  it("stops at 50 files, however many an index names", async () => {
    const { requests } = await read((base) => ({
      "/sitemap.xml": index(...Array.from({ length: 50_000 }, (_, number) => `${base}/${number}.xml`)),
    }));
    expect(requests).to.have.length(50);
  });

  it("unpacks no more than 10 MB of a file", async () => {
    const bomb = gzipSync(
      Buffer.concat([Buffer.from(urlset("https://a.example/1")), Buffer.alloc(60 * 1024 * 1024, 32)]),
    );
    const before = process.memoryUsage().rss;
    const { entries } = await read(() => ({ "/sitemap.xml": bomb }));
    expect(entries).to.deep.equal(["https://a.example/1 /sitemap.xml"]);
    expect(process.memoryUsage().rss - before).to.be.below(45 * 1024 * 1024);
  });

  it("takes the readable part of a packed file that is cut off", async () => {
    const packed = gzipSync(urlset(...Array.from({ length: 500 }, (_, page) => `https://a.example/${page * 7919}`)));
    const { entries } = await read(() => ({ "/sitemap.xml": packed.subarray(0, packed.length - 200) }));
    expect(entries.length).to.be.within(100, 499);
  });
});
