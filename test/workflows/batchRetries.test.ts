import { expect } from "chai";
import type { Batch, BatchItem } from "#schemas/batch.ts";
import { workflowIds } from "#orders/messages.ts";
import { startHost } from "../support/loggedSite.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

type Shown = { batch: Batch; items: BatchItem[] };

describe("a page that is retried while its batch is open", function () {
  this.timeout(60_000);
  let caller: Caller;

  const host = useResource(startHost);
  const pipeline = usePipeline({ allow: () => [host.allow], openBrowser: openSketchBrowser });
  beforeEach(async () => {
    host.visits.length = 0;
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });

  const shown = async (id: string): Promise<Shown> => (await caller.call("GET", `/render/batches/${id}`)).json();
  const ended = (id: string, timeoutMs: number): Promise<Shown> =>
    until(async () => {
      const now = await shown(id);
      return ["completed", "cancelled"].includes(now.batch.status) && now;
    }, timeoutMs);
  const used = async () => (await pipeline.database.accounts.findOne({ _id: caller.accountId }))?.credits.used;

  /** A batch of two pages: one that failed and runs again, without an answer, beside one that answers after `delay`. */
  async function retried(delay: number): Promise<{ id: string; jobId: string }> {
    const download = { headers: { "content-type": "application/zip" } };
    host.answer = (path, count) => (path === "/fails" ? (count > 2 ? { delay: 60_000 } : download) : { delay });
    const urls = [`${host.url}/fails`, `${host.url}/slow`];
    const { batch: id }: { batch: string } = await (await caller.call("POST", "/render/smart-batch", { urls })).json();
    const jobId = await until(async () => {
      const [first] = (await shown(id)).items;
      return first?.status === "failed" && host.visits.length === 2 && first.id;
    });
    expect((await caller.call("POST", `/retry/${jobId}`)).status).to.equal(202);
    await until(async () => host.visits.filter(({ path }) => path === "/fails").length === 2);
    return { id, jobId };
  }

  it("is cancelled and refunded with the batch", async () => {
    const { id } = await retried(60_000);
    expect((await caller.call("DELETE", `/render/batches/${id}`)).status).to.equal(200);
    const { batch } = await ended(id, 15_000);
    expect(batch.status).to.equal("cancelled");
    expect(batch.counts).to.deep.equal({ queued: 0, in_progress: 0, completed: 0, failed: 0, cancelled: 2 });
    expect(batch.credits).to.deep.equal({ charged: 3, refunded: 3, net: 0 });
    expect(await used()).to.equal(0);
  });

  it("is polled at growing intervals, so that the batch's history stays short", async () => {
    const { id, jobId } = await retried(2_000);
    const batch = pipeline.temporal.workflow.getHandle(workflowIds.renderBatch(id));
    const waits = await until(async () => {
      const { events } = await batch.fetchHistory();
      const timers = (events ?? []).flatMap(
        ({ timerStartedEventAttributes: timer }) => timer?.startToFireTimeout ?? [],
      );
      return timers.length >= 2 && timers.map(({ seconds }) => Number(seconds));
    }, 40_000);
    expect(waits).to.deep.equal([5, 10]);
    expect((await caller.call("DELETE", `/jobs/${jobId}`)).status).to.equal(200);
  });

  it("is cancelled and refunded alone, and the batch ends with the other page", async () => {
    const { id, jobId } = await retried(3_000);
    const reply = await caller.call("DELETE", `/jobs/${jobId}`);
    const { job }: { job: { status: string; attempts: number; credits: object } } = await reply.json();
    expect(job).to.deep.include({ status: "cancelled", attempts: 2, credits: { charged: 2, refunded: 2, net: 0 } });
    const { batch } = await ended(id, 20_000);
    expect(batch.status).to.equal("completed");
    expect(batch.counts).to.deep.equal({ queued: 0, in_progress: 0, completed: 1, failed: 0, cancelled: 1 });
    expect(batch.credits).to.deep.equal({ charged: 3, refunded: 2, net: 1 });
    expect(await used()).to.equal(1);
  });
});
