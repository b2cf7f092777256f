import { expect } from "chai";
import { strFromU8, unzipSync } from "fflate";
import { createFileNames } from "#api/archives/fileNames.ts";
import { pagesPerSegment, segmentId } from "#data/crawls.ts";
import type { CrawlPageEntry } from "#schemas/crawl.ts";
import { uniqueNames } from "#clients/cli/src/collections.ts";
import { until } from "../support/until.ts";
import { textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const picture = { contentType: "image/jpeg", bytes: Buffer.from("not really a picture") };
const markdown = (text: string) => ({ contentType: "text/markdown; charset=utf-8", bytes: Buffer.from(text) });

/** The texts of a zip's files by name, and the lines of `pages.jsonl`. */
function unpack(bytes: Buffer): { files: Record<string, string>; lines: unknown[] } {
  const { "pages.jsonl": lines = "", ...files } = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
  );
  return { files, lines: lines.split("\n").flatMap((line): unknown[] => (line === "" ? [] : [JSON.parse(line)])) };
}

describe("GET /render/batches/{id}/archive", () => {
  const { api, account } = useApi();

  /** A batch of pages, whose jobs are ended by `end`. */
  async function submit(urls: readonly string[], by = account): Promise<{ id: string; jobs: string[] }> {
    const { json } = await by.client.call("POST", "/render/smart-batch", { body: { urls } });
    await api.ports.background.settled();
    const id = textAt(json, "batch");
    const jobs = await api.ports.database.jobs.find({ batchId: id }).sort({ _id: 1 }).toArray();
    return { id, jobs: jobs.map(({ _id }) => _id) };
  }

  it("holds each output under its page's name, and a line for each page", async () => {
    const urls = ["https://example.com/a", "https://example.com/A", "https://example.com/broken"];
    const { id, jobs } = await submit(urls);
    const [first = "", second = "", broken = ""] = jobs;
    await completeJob(api.ports, first, { screenshot: picture, markdown: markdown("# é") });
    await completeJob(api.ports, second, { markdown: markdown("# Second") });
    await failJob(api.ports, broken, { code: "navigation_timeout", message: "Too slow.", retryable: true });
    const { status, headers, bytes } = await account.client.call("GET", `/render/batches/${id}/archive`);
    expect([status, headers.get("content-type"), headers.get("content-disposition")]).to.deep.equal([
      200,
      "application/zip",
      'attachment; filename="batch-example-com-a.zip"',
    ]);
    const { files, lines } = unpack(bytes);
    expect(files).to.deep.equal({
      "example-com-a-screenshot.jpg": "not really a picture",
      "example-com-a-markdown.md": "# é",
      "example-com-a-2-markdown.md": "# Second",
    });
    expect(lines).to.have.lengthOf(3);
    expect(lines[0]).to.deep.include({
      index: 0,
      url: urls[0],
      status: "completed",
      files: { screenshot: "example-com-a-screenshot.jpg", markdown: "example-com-a-markdown.md" },
    });
    expect(lines[2]).to.deep.include({ url: urls[2], status: "failed", files: {} });
  });

  it("leaves out an output whose bytes were removed", async () => {
    const { id, jobs } = await submit(["https://example.com/kept"]);
    const [job = ""] = jobs;
    await completeJob(api.ports, job, { screenshot: picture, markdown: markdown("kept") });
    await api.ports.objects.removePrefix(`jobs/${job}/screenshot`);
    const { bytes } = await account.client.call("GET", `/render/batches/${id}/archive`);
    expect(Object.keys(unpack(bytes).files)).to.deep.equal(["example-com-kept-markdown.md"]);
  });

  it("takes one of the account's slots until it is sent, or until its reader leaves", async () => {
    const owner = await api.account({ plan: "free" });
    const { id, jobs } = await submit(["https://example.com/slow"], owner);
    const [job = ""] = jobs;
    await completeJob(api.ports, job, { markdown: markdown("slow") });
    const path = `/render/batches/${id}/archive`;
    const read = Promise.withResolvers<void>();
    const { get } = api.ports.objects;
    let reads = 0;
    api.ports.objects.get = (key) => {
      reads += 1;
      return read.promise.then(() => get(key));
    };
    const leaving = new AbortController();
    const authorization = `Bearer ${owner.key}`;
    const left = fetch(new URL(path, api.url), { headers: { authorization }, signal: leaving.signal });
    const sent = owner.client.call("GET", path);
    // Asked sooner, a HEAD could take the place of one of the two.
    await until(async () => reads === 2);
    expect((await owner.client.call("HEAD", path)).status).to.equal(429);
    leaving.abort();
    await left.catch(() => undefined);
    await until(async () => (await owner.client.call("HEAD", path)).status === 200);
    read.resolve();
    expect((await sent).status).to.equal(200);
    api.ports.objects.get = get;
    await until(async () => (await owner.client.call("GET", path)).status === 200);
  });

  it("breaks off when the outputs can't be read, so that no reader takes the zip for whole", async () => {
    const { id, jobs } = await submit(["https://example.com/away"]);
    const [job = ""] = jobs;
    await completeJob(api.ports, job, { screenshot: picture });
    const { get } = api.ports.objects;
    api.ports.objects.get = () => Promise.reject(new Error("The disk is gone."));
    const failure = await account.client
      .call("GET", `/render/batches/${id}/archive`)
      .then(({ bytes }) => unzipSync(bytes))
      .catch((error: unknown) => error);
    api.ports.objects.get = get;
    expect(failure).to.be.instanceOf(Error);
  });
});

describe("GET /crawl/{id}/archive", () => {
  const { api, account } = useApi();

  it("holds the pages of all segments, with the reason of each skip", async () => {
    const { json } = await account.client.call("POST", "/crawl", { body: { url: "https://example.com/" } });
    const id = textAt(json, "id");
    const found = pagesPerSegment * 5;
    const pages = Array.from({ length: found }, (_, position): CrawlPageEntry => {
      const isDone = position % 2 === 0;
      return {
        id: `01900000-0000-7000-8000-${String(position).padStart(12, "0")}`,
        url: `https://example.com/${position}`,
        key: String(position),
        depth: 1,
        parentUrl: null,
        status: isDone ? "completed" : "skipped",
        error: isDone ? null : "not_html",
        charged: 1,
        refunded: 0,
        statusCode: isDone ? 200 : null,
        title: null,
        completedAt: null,
      };
    });
    for (let segment = 0; segment * pagesPerSegment < found; segment += 1) {
      const part = pages.slice(segment * pagesPerSegment, (segment + 1) * pagesPerSegment);
      const _id = segmentId(id, segment);
      await api.ports.database.crawlPages.insertOne({ _id, crawlId: id, pages: part, version: 1 });
    }
    await api.ports.database.crawls.updateOne({ _id: id }, { $set: { found } });
    const { json: render } = await account.client.call("POST", "/render", { body: { url: "https://example.com/0" } });
    await completeJob(api.ports, textAt(render, "id"), { markdown: markdown("# Home") });
    const job = await api.ports.database.jobs.findOne({ _id: textAt(render, "id") });
    if (job !== null) await api.ports.database.jobs.insertOne({ ...job, _id: pages.at(-1)?.id ?? "" });
    const { bytes } = await account.client.call("GET", `/crawl/${id}/archive`);
    const { files, lines } = unpack(bytes);
    expect(files).to.deep.equal({ [`example-com-${found - 1}-markdown.md`]: "# Home" });
    expect(lines).to.have.lengthOf(found);
    expect(lines[1]).to.deep.include({ status: "skipped", error: "not_html", files: {} });
  });
});

describe("names of files in archives", () => {
  it("are those that the command line gives", () => {
    const urls = [
      "https://example.com/",
      "https://example.com/#part",
      "https://example.com/Straße?q=1",
      "https://example.com/STRASSE?q=1",
      "https://example.com/strasse-q-1",
      `https://example.com/${"é".repeat(200)}`,
      "con",
      "???",
      "https://example.com/ﬁle",
      "https://example.com/file",
    ];
    const nameFor = createFileNames();
    const pages = urls.map((url, index) => ({ id: String(index), url }));
    expect(urls.map((url) => nameFor(url))).to.deep.equal([...uniqueNames(pages).values()]);
  });
});
