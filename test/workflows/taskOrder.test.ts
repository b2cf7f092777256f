import { WorkflowNotFoundError } from "@temporalio/client";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { renderJobInput } from "#orders/inputs.ts";
import { taskQueues, workflowIds } from "#orders/messages.ts";
import { workflowStart } from "#orders/starts.ts";
import { newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { openPages } from "../support/sketches/sketchBrowser.ts";
import { answerWith } from "../support/sketches/visitSite.ts";
import { until } from "../support/until.ts";

const host = "in-line.example.com";

/** A browser with room for one page that notes which pages it was given, in order; the first waits until it is let go. */
type OnePage = { openBrowser: ReturnType<typeof openPages>; paths: string[]; begun: Promise<void>; letGo(): void };

function onePage(): OnePage {
  const paths: string[] = [];
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const openBrowser = openPages(async ({ spec }) => {
    const { hostname, pathname } = new URL(spec.url);
    // Other hosts are captured at once: tests without a worker left them in the queue.
    if (hostname === host) {
      paths.push(pathname);
      begun.resolve();
      await held.promise;
    }
    return answerWith(spec.url);
  });
  return { openBrowser, paths, begun: begun.promise, letGo: held.resolve };
}

describe("renders that wait for a browser", function () {
  this.timeout(60_000);
  let browser: OnePage;
  let pipeline: Pipeline;

  beforeEach(async () => {
    browser = onePage();
    pipeline = await startPipeline({
      allow: [],
      more: { WATCHFRAME_BROWSER_CONCURRENCY: "1" },
      openBrowser: browser.openBrowser,
    });
  });
  afterEach(async () => {
    browser.letGo();
    await pipeline?.stop();
  });

  const page = (path: string) => ({ url: `https://${host}${path}`, screenshot: true, extractMetadata: false });

  /** Waits until the captures of all these workflows are scheduled and stand in line. */
  async function queued(waiting: string[]): Promise<void> {
    for (const workflowId of waiting) {
      const handle = pipeline.temporal.workflow.getHandle(workflowId);
      // The API starts a workflow behind its reply.
      await until(async () => (await unlessUnknown(handle.describe()))?.raw.pendingActivities?.length === 1);
    }
    await until(async () => {
      const { stats } = await pipeline.temporal.workflowService.describeTaskQueue({
        namespace: pipeline.temporal.options.namespace,
        taskQueue: { name: taskQueues.browser },
        taskQueueType: 2,
        reportStats: true,
      });
      return Number(stats?.approximateBacklogCount ?? 0) >= waiting.length;
    });
  }

  /** Starts workflows as the API would for more jobs of an account; their records, which nothing here looks at, cost too much time. */
  async function startMoreOf(jobId: string, count: number): Promise<string[]> {
    const record = await pipeline.database.jobs.findOne({ _id: jobId });
    if (record === null) throw new Error("no record");
    const starts = Array.from({ length: count }, () => {
      const input = renderJobInput({ ...record, _id: uuidv7() });
      const { workflowType, ...options } = workflowStart({ type: "renderJob", input, priority: "normal" });
      return pipeline.temporal.workflow.start(workflowType, options);
    });
    return (await Promise.all(starts)).map(({ workflowId }) => workflowId);
  }

  async function unlessUnknown<Value>(asked: Promise<Value>): Promise<Value | null> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  }

  const terminate = (workflowId: string) =>
    unlessUnknown(pipeline.temporal.workflow.getHandle(workflowId).terminate("shown"));

  it("start by priority, whatever their time of arrival", async () => {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    await caller.submit(page("/first"));
    await browser.begun;
    const ids: string[] = [];
    for (const priority of ["low", "normal", "high"]) {
      for (const number of [1, 2, 3]) ids.push(await caller.submit({ ...page(`/${priority}/${number}`), priority }));
    }
    await queued(ids.map((id) => workflowIds.renderJob(id)));
    browser.letGo();
    await Promise.all(ids.map((id) => caller.ended(id)));
    const kinds = browser.paths.slice(1).map((path) => path.split("/")[1]);
    const thrice = (priority: string) => [priority, priority, priority];
    expect(kinds).to.deep.equal([...thrice("high"), ...thrice("normal"), ...thrice("low")]);
  });

  it("of one account, even a hundred, do not delay another account's render", async () => {
    const busy = await newCaller(pipeline.apiUrl, pipeline.database);
    const other = await newCaller(pipeline.apiUrl, pipeline.database);
    const first = await busy.submit(page("/first"));
    await browser.begun;
    const hundred = await startMoreOf(first, 100);
    await queued(hundred);
    const id = await other.submit(page("/other"));
    await queued([workflowIds.renderJob(id)]);
    browser.letGo();
    await other.ended(id);
    // The account in front is served once more at most: its turn may be due already.
    expect(browser.paths.indexOf("/other")).to.be.within(1, 2);
    await Promise.all(hundred.map(terminate));
  });
});
