import { expect } from "chai";
import { Watchframe } from "#clients/typescript/src/index.ts";
import { workflowIds } from "#orders/messages.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openTargetSite } from "../support/targetSite.ts";
import { readPdf } from "../support/readPdf.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

describe("style sheets, scripts and documents, from the request to the page", function () {
  this.timeout(120_000);
  const site = useResource(() => openTargetSite());
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`] });
  let wf: Watchframe;

  before(async () => {
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    wf = new Watchframe({ apiKey: key, baseUrl: pipeline.apiUrl });
  });

  const css = `h1 { width: 300px; height: 80px; margin: 0 }`.padEnd(100_000);

  it("change the page, and stay out of the job and of Temporal's history", async () => {
    const url = (site.page("/page", "<h1>Old</h1>"), site.url("/page", "127.0.0.1"));
    const script = `document.querySelector("h1").textContent = "canary".toUpperCase(); missing()`;
    const job = await wf.renders.run({ url, css, script, selector: "h1", extractMarkdown: true, screenshot: true });
    expect(job.result?.screenshot).to.include({ width: 300, height: 80 });
    const read = (await wf.operations.getStatus(job.id, { include: ["markdown"] })).job;
    expect(JSON.stringify(read.result?.markdown)).to.contain("CANARY");
    expect(read.result?.page.warnings).to.deep.equal([
      { field: "script", message: "threw ReferenceError at line 1, column 68" },
    ]);
    const history = await pipeline.temporal.workflow.getHandle(workflowIds.renderJob(job.id)).fetchHistory();
    const shown = JSON.stringify([read.options, await pipeline.database.jobs.findOne({ _id: job.id })]);
    expect(shown).not.to.match(/querySelector|300px/);
    expect(history.events?.map((event) => JSON.stringify(event)).join("").length).to.be.lessThan(60_000);
  });

  it("apply again when a failed job is retried", async () => {
    site.page("/later", "<p>nothing yet</p>");
    const { id } = await wf.renders.create({ url: site.url("/later", "127.0.0.1"), css, selector: "h1" });
    await until(async () => (await wf.jobs.get(id)).status === "failed");
    site.page("/later", "<h1>here</h1>");
    await wf.jobs.retry(id);
    await until(async () => (await wf.jobs.get(id)).status === "completed");
    expect((await wf.jobs.get(id)).result?.screenshot).to.include({ width: 300, height: 80 });
  });

  it("render a document with outputs and extracts as an address does", async () => {
    site.page("/a.css", "body { margin: 0 } main { width: 200px; height: 50px }", {
      headers: { "content-type": "text/css" },
    });
    const baseUrl = site.url("/shop/", "127.0.0.1");
    const html = `<!doctype html><title>Sent</title><link rel=stylesheet href="/a.css"><main>Bill <a href="next">on</a></main>`;
    const job = await wf.renders.run({ html, baseUrl, selector: "main", extractLinks: true, screenshot: true });
    expect(job.url).to.equal(baseUrl);
    expect(job.result?.page).to.include({ title: "Sent", finalUrl: baseUrl, statusCode: 200 });
    expect(job.result?.screenshot).to.include({ width: 200, height: 50 });
    const read = (await wf.operations.getStatus(job.id, { include: ["links"] })).job;
    expect(JSON.stringify(read.result?.links)).to.contain(`${baseUrl}next`);
  });

  it("come from a preset, too, below the fields of the request", async () => {
    await wf.presets.create({ name: "heading", options: { css, selector: "h1", format: "png", theme: "dark" } });
    site.page("/preset", "<h1>Old</h1>");
    const job = await wf.renders.run({ url: site.url("/preset", "127.0.0.1"), preset: "heading", theme: "light" });
    expect(job.result?.screenshot).to.include({ width: 300, height: 80, format: "png" });
    expect(job.options).to.include({ selector: "h1", theme: "light" });
    await wf.presets.update("heading", { theme: null, width: 640 });
    const [changed] = await wf.presets.list().take(1);
    expect(changed?.options).to.deep.equal({ selector: "h1", format: "png", width: 640 });
    await wf.presets.delete("heading");
    expect(await wf.presets.list().take(1)).to.deep.equal([]);
  });

  it("print a document beside its metadata alone, as a file by a signed address", async () => {
    const header = `<b style="font-size:9px">Header ${"x".repeat(9_000)}</b>`;
    const pdf = { format: "a5", header, margin: { top: "2cm" } } as const;
    const job = await wf.renders.run({ html: "<title>Bill</title><h1>Bill</h1>", pdf });
    expect(job.result).not.to.have.property("screenshot");
    expect(job.credits).to.include({ charged: 1 });
    expect(job.options.pdf).to.deep.equal({
      format: "a5",
      margin: { top: "2cm" },
      fitOnePage: false,
      landscape: false,
      scale: 1,
      printBackground: true,
      tagged: true,
      outline: false,
    });
    const { pages, url, bytes } = job.result?.pdf ?? { pages: 0, url: "", bytes: 0 };
    const reply = await fetch(url);
    expect(reply.headers.get("content-type")).to.equal("application/pdf");
    expect(reply.headers.get("content-disposition")).to.equal(`attachment; filename="${job.id}-pdf.pdf"`);
    const file = await reply.bytes();
    const read = await readPdf(file);
    expect([file.length, pages, read.texts.length]).to.deep.equal([bytes, 1, 1]);
    expect(read.texts[0]).to.match(/Bill.*Header x+/);
    const variant = await fetch(`${url}&width=480`);
    expect(variant.status).to.equal(400);
  });

  it("render each page of a batch with one style sheet", async () => {
    for (const path of ["/one", "/two"]) site.page(path, `<title>${path}</title><h1>Old`);
    const urls = ["/one", "/two"].map((path) => site.url(path, "127.0.0.1"));
    const { batch } = await wf.operations.submitBatch({ urls, css, format: "png" });
    await until(async () => (await wf.operations.getBatch(batch)).batch.status === "completed");
    const { items } = await wf.operations.getBatch(batch);
    expect(items.map(({ status }) => status)).to.deep.equal(["completed", "completed"]);
  });
});
