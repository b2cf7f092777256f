import { expect } from "chai";
import { ComparisonFailedError, JobFailedError, Watchframe } from "#clients/typescript/src/index.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageWith = (price: string) =>
  `<!doctype html><title>Prices</title><main><h1>Lamps</h1><p>A lamp costs ${price} today, and shipping is free.</p></main>`;

describe("the TypeScript client with the whole service", function () {
  this.timeout(120_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  let wf: Watchframe;
  let url: string;

  before(async () => {
    site.release();
    site.page = pageWith("€39");
    url = `${site.url}/prices`;
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    wf = new Watchframe({ apiKey: key, baseUrl: pipeline.apiUrl });
  });

  it("renders a page, reads its outputs and finds the job in the list", async () => {
    const stages: string[] = [];
    const job = await wf.renders.run(
      { url, extractMarkdown: true, screenshot: true, format: "png" },
      { onUpdate: ({ status }) => stages.push(status) },
    );
    expect(job.result?.page?.title).to.equal("Prices");
    expect(stages.at(-1)).to.equal("completed");
    const picture = await wf.jobs.output(job.id, "screenshot");
    expect(picture.contentType).to.equal("image/png");
    expect([...picture.bytes.subarray(1, 4)]).to.deep.equal([...new TextEncoder().encode("PNG")]);
    const markdown = await (await wf.jobs.stream(job.id, "markdown")).text();
    expect(markdown).to.include("A lamp costs €39 today");
    expect((await wf.jobs.list().take(10)).map(({ id }) => id)).to.deep.equal([job.id]);
    expect((await wf.usage()).credits.used).to.be.greaterThan(0);
  });

  it("rejects with the job that failed", async () => {
    const error = await wf.renders.run({ url, scrollToElement: "#nothing" }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(JobFailedError);
    if (!(error instanceof JobFailedError)) return;
    expect(error.job.error?.code).to.equal("selector_not_found");
    expect(error.message).to.equal(error.job.error?.message);
  });

  it("rejects with the comparison that failed", async () => {
    const request = { before: { url }, after: { imageUrl: `${site.url}/no-picture` } };
    const error = await wf.comparisons.run(request).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ComparisonFailedError);
    if (!(error instanceof ComparisonFailedError)) return;
    expect(error.diff.error?.code).to.equal("picture_invalid");
    expect(error.message).to.equal(error.diff.error?.message);
  });

  it("cancels a render at the caller's signal", async () => {
    const controller = new AbortController();
    const seenBefore = site.seen.length;
    site.hold();
    try {
      const run = wf.renders.run({ url }, { signal: controller.signal, cancelOnAbort: true });
      await site.visited(seenBefore + 1);
      controller.abort(new Error("enough"));
      expect(await run.catch(({ message }: Error) => message)).to.equal("enough");
    } finally {
      site.release();
    }
    const [newest] = await wf.jobs.list().take(1);
    expect(newest?.status).to.equal("cancelled");
  });

  it("charges a repeated call with one Idempotency-Key once", async () => {
    const { credits: before } = await wf.usage();
    const options = { idempotencyKey: "order-1" };
    const [one, two] = [await wf.renders.create({ url }, options), await wf.renders.create({ url }, options)];
    expect(two.id).to.equal(one.id);
    expect((await wf.usage()).credits.used).to.equal(before.used + 1);
    await wf.jobs.wait(one.id);
  });

  it("watches a page, waits for a run that finds a change, and accepts it", async () => {
    const capture = { width: 320, height: 240 };
    const { id } = await wf.monitors.create({
      name: "Prices",
      url,
      intervalMinutes: 60,
      baselineMode: "fixed",
      capture,
    });
    const first = await until(async () => (await wf.monitors.runs(id).take(1))[0]);
    await wf.monitors.waitForRun(id, first.id);
    site.page = pageWith("€89");
    const run = await wf.monitors.run(id, { maxRetries: 5 });
    const ended = await wf.monitors.waitForRun(id, run.id);
    expect(ended.result?.changed).to.equal(true);
    expect((await wf.monitors.picture(id, run.id, { name: "mask" })).contentType).to.equal("image/png");
    expect((await wf.monitors.accept(id, run.id)).baselineRunId).to.be.a("string");
    expect((await wf.monitors.list({ q: "Pri" }).take(5)).map((monitor) => monitor.id)).to.deep.equal([id]);
    expect((await wf.monitors.delete(id)).status).to.equal("deleted");
  });

  it("follows a batch and reads its pages", async () => {
    const { batch: id } = await wf.batches.create({ urls: [url, `${site.url}/other`] });
    const { counts } = await wf.batches.wait(id);
    expect(counts).to.include({ completed: 2, failed: 0 });
    expect(await wf.batches.items(id).take(10)).to.have.length(2);
  });
});
