import { expect } from "chai";
import { readSitemap } from "#activities/crawl/readSitemap.ts";

const megabyte = 1_000_000;
const never = new AbortController().signal;
const entries = (count: number) =>
  Array.from({ length: count }, (_entry, index) => `<url><loc>https://example.com/${index}</loc></url>`).join("");

describe("the reader of sitemaps", function () {
  this.timeout(60_000);

  it("gives the addresses of a sitemap", async () => {
    const { pages, isSitemap } = await readSitemap(Buffer.from(`<urlset>${entries(3)}</urlset>`), never);
    expect(isSitemap).to.equal(true);
    expect(pages).to.deep.equal([0, 1, 2].map((index) => `https://example.com/${index}`));
  });

  it("does the work in another process, for usual and for hostile files", async () => {
    const files = [
      `<urlset>${entries(50_000)}</urlset>`,
      `<urlset>${"<a>".repeat(3 * megabyte)}`,
      `<urlset>${"<url><loc>".repeat(megabyte)}`,
      "http ".repeat(2 * megabyte),
    ];
    await readSitemap(Buffer.from("<urlset/>"), never);
    for (const file of files) {
      const body = Buffer.from(file);
      const before = process.cpuUsage();
      await readSitemap(body, never);
      const { user } = process.cpuUsage(before);
      expect(user / 1_000, file.slice(0, 30)).to.be.below(500);
    }
  });

  it("ends with the caller's reason when the work is cancelled", async () => {
    const reason = new Error("cancelled");
    const controller = new AbortController();
    const reading = readSitemap(Buffer.from(`<urlset>${"<a>".repeat(3 * megabyte)}`), controller.signal);
    controller.abort(reason);
    expect(await reading.catch((error: unknown) => error)).to.equal(reason);
  });
});
