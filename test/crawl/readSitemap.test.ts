import { expect } from "chai";
import { createSitemapReader, readSitemap } from "#activities/crawl/readSitemap.ts";
import { createLogger } from "#telemetry/logger.ts";

const megabyte = 1_000_000;
const never = new AbortController().signal;
const logged: string[] = [];
const logger = createLogger({ name: "test", level: "warn" }, { write: (line: string) => void logged.push(line) });
const reader = { accountId: "account", logger, signal: never };
const entries = (count: number) =>
  Array.from({ length: count }, (_entry, index) => `<url><loc>https://example.com/${index}</loc></url>`).join("");

describe("the reader of sitemaps", function () {
  this.timeout(60_000);

  it("gives the addresses of a sitemap", async () => {
    const { pages, isSitemap } = (await readSitemap(Buffer.from(`<urlset>${entries(3)}</urlset>`), reader)) ?? {};
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
    await readSitemap(Buffer.from("<urlset/>"), reader);
    for (const file of files) {
      const body = Buffer.from(file);
      // The time of this thread alone: other threads of the process collect garbage of earlier tests.
      const before = process.threadCpuUsage();
      await readSitemap(body, reader);
      const { user } = process.threadCpuUsage(before);
      expect(user / 1_000, file.slice(0, 30)).to.be.below(500);
    }
  });

  it("gives no sitemap and logs it if a file exceeds its deadline", async () => {
    logged.length = 0;
    const read = createSitemapReader({ size: 1, timeoutMs: 1, heapMb: 64, stackKb: 984 });
    expect(await read(Buffer.from("<urlset/>"), reader)).to.equal(null);
    expect(logged).to.have.lengthOf(1);
    expect(logged[0]).to.contain("no answer in 1 ms").and.to.contain('"accountId":"account"');
  });

  it("reads a file of another account before the second file of one that has many", async () => {
    const ended: string[] = [];
    const read = async (accountId: string, text: string): Promise<void> => {
      await readSitemap(Buffer.from(text), { ...reader, accountId });
      ended.push(accountId);
    };
    const large = `<urlset>${entries(20_000)}</urlset>`;
    await Promise.all([...Array.from({ length: 3 }, () => read("busy", large)), read("other", "<urlset/>")]);
    expect(ended).to.deep.equal(["busy", "other", "busy", "busy"]);
  });

  it("ends with the caller's reason when the work is cancelled", async () => {
    const reason = new Error("cancelled");
    const controller = new AbortController();
    const reading = readSitemap(Buffer.from(`<urlset>${"<a>".repeat(3 * megabyte)}`), {
      ...reader,
      signal: controller.signal,
    });
    controller.abort(reason);
    expect(await reading.catch((error: unknown) => error)).to.equal(reason);
  });
});
