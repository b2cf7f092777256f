import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { parseSitemap, readSitemaps } from "#activities/crawl/sitemaps.ts";
import { createGuardedFetch } from "#egress/fetch.ts";
import { openPolicy, serveSite, stopAfterTest, stopAll } from "../egress/support.ts";
import { until } from "../support/until.ts";

const never = new AbortController().signal;
const urlset = (...pages: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages
    .map((page) => `<url><loc>${page}</loc><lastmod>2026-11-21</lastmod></url>`)
    .join("\n")}</urlset>`;
const index = (...sitemaps: string[]) =>
  `<sitemapindex>${sitemaps.map((sitemap) => `<sitemap><loc>${sitemap}</loc></sitemap>`).join("")}</sitemapindex>`;

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
    const started = performance.now();
    expect(await pagesOf(text)).to.have.length(50_000);
    expect(performance.now() - started).to.be.below(2_000);
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
      { withinMs: 60_000, signal: never },
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
    const entries = await readSitemaps(fetch, starts, { withinMs: 500, signal: never });
    expect(entries.map(({ url }) => url)).to.deep.equal(["https://a.example/1"]);
    expect(asked).to.deep.equal(["/one.xml", "/two.xml"]);
    const calledOff = new AbortController();
    const reading = readSitemaps(fetch, starts, { withinMs: 60_000, signal: calledOff.signal });
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
