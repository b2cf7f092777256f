import { expect } from "chai";
import { RenderFailure } from "#activities/failures.ts";
import type { Job } from "#schemas/job.ts";
import { monitorsOf } from "../support/monitors.ts";
import { type Caller, callerWith, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { openPages } from "../support/sketches/sketchBrowser.ts";
import { answerWith } from "../support/sketches/visitSite.ts";
import { until } from "../support/until.ts";

describe("a page that crashes its renderer", function () {
  this.timeout(120_000);
  let pipeline: Pipeline;
  let caller: Caller;
  /** Addresses of all tries. */
  const tries: string[] = [];
  /** Of these paths, the first so many tries crash. */
  const crashes: Record<string, number> = { "/crash": 2, "/once": 1 };

  const openBrowser = openPages(async ({ spec }) => {
    const { pathname } = new URL(spec.url);
    tries.push(spec.url);
    crashes[pathname] = (crashes[pathname] ?? 0) - 1;
    if (crashes[pathname] >= 0) throw new RenderFailure("page_crashed");
    return answerWith(spec.url);
  });
  const start = () => startPipeline({ allow: [], openBrowser });
  before(async () => {
    pipeline = await start();
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });
  after(() => pipeline?.stop());

  const render = (url: string, by = caller) => by.render({ url, screenshot: true, extractMetadata: false });
  const expectRefused = ({ error, credits }: Pick<Job, "error" | "credits">) => {
    expect(error).to.deep.include({ code: "page_crashed", retryable: true });
    const [, instant = ""] = /not tried until (\S+Z)\.$/u.exec(error?.message ?? "") ?? [];
    expect(Date.parse(instant) - Date.now()).to.be.within(59 * 60_000, 60 * 60_000);
    expect(credits.net).to.equal(0);
  };

  it("is tried twice, then not for an hour, by whichever address of the page, also after a restart", async () => {
    const url = "https://example.com/crash";
    const job = await render(url);
    expect(job.error).to.deep.include({ code: "page_crashed", message: "The page crashed its renderer." });
    expect(tries).to.deep.equal([url, url]);
    for (const same of [url, `${url}?again=1`, `${url}#part`]) expectRefused(await render(same));
    await pipeline.stop();
    pipeline = await start();
    caller = callerWith(pipeline.apiUrl, caller);
    expectRefused(await render(url));
    expect(tries).to.have.length(2);
    await pipeline.database.crashedPages.updateMany({ crashes: 2 }, { $set: { expiresAt: new Date() } });
    expect((await render(url)).status).to.equal("completed");
  });

  it("is refused as the page of a batch and of a monitor, but not for another account or at another path", async () => {
    const url = "https://example.org/crash";
    crashes["/crash"] = 2;
    await render(url);
    tries.length = 0;
    const batch: { results: { id: string }[] } = await (
      await caller.call("POST", "/render/smart-batch", { urls: [url] })
    ).json();
    expectRefused(await caller.ended(batch.results[0]?.id ?? ""));
    const monitors = monitorsOf(pipeline, caller, url);
    const { id } = await monitors.create();
    const run = await until(async () => {
      const [last] = await monitors.runsOf(id);
      return last?.status === "failed" && last;
    });
    expectRefused(run);
    expect(tries).to.deep.equal([]);
    const other = await newCaller(pipeline.apiUrl, pipeline.database);
    expect((await render(url, other)).status).to.equal("completed");
    expect((await render("https://example.org/other")).status).to.equal("completed");
    expect((await render("https://example.org:8443/crash")).status).to.equal("completed");
  });

  it("is retried after one crash", async () => {
    expect((await render("https://example.net/once")).status).to.equal("completed");
  });
});
