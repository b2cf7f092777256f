import { WorkflowNotFoundError } from "@temporalio/client";
import { expect } from "chai";
import { freePorts } from "#stack/supervisor/processes.ts";
import { workflowIds } from "#orders/messages.ts";
import { submitCrawl } from "../support/crawls.ts";
import { type Monitors, monitorsOf } from "../support/monitors.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

describe("what Temporal shows of a workflow that has ended", function () {
  this.timeout(90_000);
  let monitors: Monitors;
  let closed: string;

  const site = useResource(startHeldSite);
  before(async () => {
    const [port = 0] = await freePorts(1);
    closed = `127.0.0.1:${port}`;
  });
  const pipeline = usePipeline({ allow: () => [site.host, closed] });
  const caller = useCaller(pipeline);
  before(() => {
    site.release();
    monitors = monitorsOf(pipeline, caller, `${site.url}/shop`);
  });

  /** A workflow's current details, once it has ended. */
  async function detailsOf(workflowId: string): Promise<string> {
    const handle = pipeline.temporal.workflow.getHandle(workflowId);
    await until(async () => {
      try {
        return (await handle.describe()).status.name !== "RUNNING";
      } catch (error) {
        // The API replies before the workflow is started.
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    });
    const metadata: { currentDetails?: string } = await handle.query("__temporal_workflow_metadata");
    return metadata.currentDetails ?? "";
  }
  const refused = "failed: connection_failed after 3 tries, refunded. ";
  const sentence = "The page's host refused or dropped the connection. (net::ERR_CONNECTION_REFUSED)";

  it("a render: its outputs, or its failure with the number of tries and the refund", async () => {
    const done = await caller.render({ url: `${site.url}/now`, extractLinks: true, screenshot: true });
    expect(await detailsOf(workflowIds.renderJob(done.id))).to.match(
      /^completed: the page answered 200, stored (?=.*screenshot)(?=.*links)/,
    );
    const failed = await caller.render({ url: `http://${closed}/path?token=s3cret` });
    expect(failed.error).to.include({ code: "connection_failed", message: sentence });
    expect(await detailsOf(workflowIds.renderJob(failed.id))).to.equal(`${refused}${sentence}`);
    const free = await caller.render({ url: `http://${closed}/`, screenshot: false, extractMetadata: true });
    expect(await detailsOf(workflowIds.renderJob(free.id))).to.equal(
      `failed: connection_failed after 3 tries. ${sentence}`,
    );
  });

  it("shows operators the browser's error name in the failure, and nothing of the address", async () => {
    const { id } = await caller.render({ url: `http://${closed}/path?token=s3cret` });
    const history = await pipeline.temporal.workflow.getHandle(workflowIds.renderJob(id)).fetchHistory();
    const failures = (history.events ?? []).flatMap(
      ({ activityTaskFailedEventAttributes: activity, workflowExecutionFailedEventAttributes: workflow }) =>
        [activity?.failure, workflow?.failure].filter((failure) => failure !== undefined && failure !== null),
    );
    expect(failures.map(({ message }) => message)).to.deep.equal([sentence, sentence]);
    expect(JSON.stringify(failures)).not.to.match(/s3cret|\/path|127\.0\.0\.1/);
  });

  it("a cancelled render: that it was refunded", async () => {
    site.hold();
    const id = await caller.submit({ url: `${site.url}/held`, timeout: 60 });
    await until(async () => site.seen.length > 0);
    await caller.call("DELETE", `/jobs/${id}`);
    expect(await detailsOf(workflowIds.renderJob(id))).to.equal("cancelled, refunded");
    site.release();
  });

  it("a batch: how many of its pages were rendered", async () => {
    const urls = [`${site.url}/one`, `${site.url}/two`, `http://${closed}/`];
    const reply = await caller.call("POST", "/render/smart-batch", { urls });
    const { batch }: { batch: string } = await reply.json();
    expect(await detailsOf(workflowIds.renderBatch(batch))).to.equal("completed: 2 of 3 pages rendered");
  });

  it("a crawl: its status and why it ended", async () => {
    const done = await submitCrawl(caller, { url: `${site.url}/now`, maxDepth: 0, respectRobots: false });
    expect(await detailsOf(workflowIds.crawl(done))).to.match(/^completed: (no_more_pages|max_pages)$/);
    const failed = await submitCrawl(caller, { url: `http://${closed}/`, respectRobots: false });
    expect(await detailsOf(workflowIds.crawl(failed))).to.equal("failed: start_page_failed");
  });

  it("a schedule: how many renders it started, or that it was cancelled", async () => {
    const create = async (path: string, body: Record<string, unknown>): Promise<string> => {
      const reply = await caller.call("POST", path, { url: `${site.url}/now`, ...body });
      const created: { id?: string } = await reply.json();
      if (created.id === undefined) throw new Error(`no schedule: ${JSON.stringify(created)}`);
      return created.id;
    };
    const once = await create("/render/scheduled", { scheduleAt: new Date(Date.now() + 5_000).toISOString() });
    expect(await detailsOf(workflowIds.renderSchedule(once))).to.equal("completed: 1 render started");
    const yearly = await create("/render/schedule-recurring", { pattern: "0 0 1 1 *" });
    await until(async () => (await caller.call("DELETE", `/render/scheduled/${yearly}`)).status === 200);
    expect(await detailsOf(workflowIds.renderSchedule(yearly))).to.equal("cancelled");
  });

  it("a monitor's run: what it found, or why it failed", async () => {
    site.page = "<!doctype html><title>Shop</title><h1>19.99</h1>";
    const { id } = await monitors.create();
    const first = await monitors.based(id);
    expect(await detailsOf(workflowIds.monitorRun(first))).to.equal(
      "completed: compared with nothing, the new baseline",
    );
    const same = await monitors.runNow(id);
    expect(await detailsOf(workflowIds.monitorRun(same.id))).to.equal("completed: not changed, 0.00 % differ");
    site.page = "<!doctype html><title>Shop</title><body style='background:#000'><h1>24.99</h1>";
    const changed = await monitors.runNow(id);
    expect(await detailsOf(workflowIds.monitorRun(changed.id))).to.match(/^completed: changed, \d+\.\d\d % differ$/);
    const inWords = await monitors.create({ capture: { text: true, changeOn: "text" } });
    await monitors.based(inWords.id);
    const sameWords = await monitors.runNow(inWords.id);
    expect(await detailsOf(workflowIds.monitorRun(sameWords.id))).to.equal("completed: not changed");
    await caller.call("PATCH", `/render/monitors/${id}`, { url: `http://${closed}/` });
    const failed = await monitors.runNow(id);
    expect(await detailsOf(workflowIds.monitorRun(failed.id))).to.equal(`${refused}${sentence}`);
    await caller.call("DELETE", `/render/monitors/${id}`);
    expect(await detailsOf(workflowIds.monitor(id))).to.equal("deleted");
  });
});
