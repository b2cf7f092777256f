import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import type { StackInfo } from "#stack/startStack.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { lazyClient } from "#temporal-config/target.ts";
import { taskQueues } from "#orders/messages.ts";
import { endedCrawl, submitCrawl } from "../support/crawls.ts";
import { type HeldSite, type RunningStack, runStack, startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";

const read = (path: string): string => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), "utf8");

type Panel = { id: number; title: string; type: string; targets?: { expr: string }[] };
type Dashboard = { panels: Panel[] };
type Alert = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
};

const dashboard: Dashboard = JSON.parse(read("grafana/watchframe.json"));
const rules: { groups: { name: string; rules: Alert[] }[] } = parse(read("prometheus/alerts.yml"));
const alerts = rules.groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...alerts.map(({ expr }) => expr),
];

/** Metrics that an expression names, each with the labels it selects by. */
function metricsIn(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b((?:watchframe|temporal|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", selector = ""]) => ({
      name,
      labels: [...selector.matchAll(/(\w+)\s*(?:=|!=|=~|!~)"/g)].map(([, label = ""]) => label),
    }),
  );
}

/** Starts a workflow of an unknown type, which fails its tasks, and one with failing activities. Returns a function that ends both. */
async function startFailing({ temporalAddress: address, namespace }: StackInfo): Promise<() => Promise<void>> {
  const { client, close } = lazyClient({ address, namespace });
  const taskQueue = taskQueues.workflows;
  const handles = await Promise.all([
    client.workflow.start("unknown", { workflowId: "unknown", taskQueue }),
    client.workflow.start("crawl", { workflowId: "crawl:none", taskQueue, args: [{ crawlId: "none", state: null }] }),
  ]);
  return async () => {
    await Promise.all(handles.map((handle) => handle.terminate()));
    await close();
  };
}

describe("the dashboard and the alerts", function () {
  this.timeout(180_000);
  let site: HeldSite;
  let running: RunningStack;
  let exported: string[];
  let namespace: string;

  before(async () => {
    site = await startHeldSite();
    site.release();
    const [port = 0] = await freePorts(1);
    running = await runStack({ allow: [site.host], more: { WATCHFRAME_METRICS_PORT: String(port) } });
    const { caller, stack } = running;
    namespace = stack.info.namespace;
    site.page = '<!doctype html><title>Here</title><img src="http://10.0.0.1/admin?token=canary" alt="">';
    const page = await caller.render({ url: `${site.url}/now/page`, webhookUrl: `${site.url}/now/hook` });
    expect(page.status).to.equal("completed");
    expect((await caller.render({ url: "https://canary.invalid/" })).status).to.equal("failed");
    await endedCrawl(
      caller,
      await submitCrawl(caller, { url: `${site.url}/now/crawled`, maxPages: 1, extractMarkdown: true }),
    );
    const stop = await startFailing(stack.info);
    // The worker's port is the API's next.
    const lines = async (each: number) => (await (await fetch(`http://127.0.0.1:${each}/metrics`)).text()).split("\n");
    for (const metric of [
      "watchframe_deliveries",
      "temporal_workflow_task_execution_failed",
      "temporal_activity_execution_failed",
    ])
      await until(async () => (await lines(port + 1)).some((line) => line.startsWith(`${metric}_total{`)));
    await stop();
    exported = [...(await lines(port)), ...(await lines(port + 1))].filter((line) => !line.startsWith("#"));
  });
  after(async () => {
    await running?.stop();
    await site?.close();
  });

  it("name only metrics and labels that the API and the worker export", () => {
    const named = expressions.flatMap(metricsIn);
    expect(named.length).to.be.above(30);
    for (const { name, labels } of named) {
      const samples = exported.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      expect(samples, name).not.to.deep.equal([]);
      // Prometheus adds the label `job` itself, so no sample has it.
      for (const label of labels.filter((each) => each !== "job"))
        expect(
          samples.some((line) => line.includes(`${label}="`)),
          `${name}: ${label}`,
        ).to.equal(true);
    }
  });

  it("show every metric of the product", () => {
    const product = new Set(
      exported.flatMap((line) => /^(watchframe_\w+?)(?:_bucket|_sum|_count)?[{ ]/.exec(line)?.[1] ?? []),
    );
    const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join("\n");
    expect(product.size).to.be.above(9);
    for (const name of product) expect(shown).to.include(name);
  });

  it("show the age of the outbox and the durations of a render's stages", () => {
    const valueOf = (name: string) => Number(exported.find((line) => line.startsWith(name))?.split(" ")[1]);
    expect(valueOf("watchframe_outbox_oldest_seconds")).to.be.at.least(0).and.below(60);
    for (const stage of ["queued", "navigation", "capture", "extraction", "upload", "total"])
      expect(valueOf(`watchframe_render_stage_seconds_count{stage="${stage}"}`)).to.equal(2);
    expect(valueOf('watchframe_deliveries_total{channel="webhook",outcome="delivered"}')).to.equal(1);
  });

  /** The sum of a metric's samples that have these labels. */
  const sumOf = (name: string, labels: Record<string, string>): number =>
    exported
      .filter((line) => line.startsWith(`${name}{`))
      .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);

  it("show which requests of completed renders were refused, without addresses", () => {
    // The render's page and the crawl's have one such picture each.
    expect(sumOf("watchframe_egress_refusals_total", { traffic: "page", reason: "address" })).to.equal(2);
    expect(exported.join("\n")).not.to.match(/10\.0\.0\.1|canary/);
  });

  it("show the credits of requests, of scheduled work and of refunds", () => {
    expect(sumOf("watchframe_credits_charged_total", { operation: "render" })).to.equal(2);
    expect(sumOf("watchframe_credits_refunded_total", { operation: "render" })).to.equal(1);
    expect(sumOf("watchframe_credits_charged_total", { operation: "crawl_page" })).to.equal(1);
  });

  it("show the SDK's counts of workflows, activities and tasks", () => {
    const renders = { namespace, task_queue: "wf", workflow_type: "renderJob" };
    expect(sumOf("temporal_workflow_completed_total", renders)).to.equal(2);
    // A page that fails is no failure of the service.
    expect(sumOf("temporal_workflow_failed_total", renders)).to.equal(0);
    expect(sumOf("temporal_workflow_endtoend_latency_seconds_count", renders)).to.equal(3);
    const captures = { namespace, task_queue: "browser", activity_type: "captureRender" };
    expect(sumOf("temporal_activity_execution_latency_seconds_count", captures)).to.be.at.least(3);
    // Half a minute must have a bound of its own: an alert stands there.
    expect(
      sumOf("temporal_activity_schedule_to_start_latency_seconds_bucket", { task_queue: "browser", le: "30" }),
    ).to.be.at.least(3);
    const queues = exported.flatMap((line) => /^temporal_.*task_queue="([^"]*)"/.exec(line)?.[1] ?? []);
    expect([...new Set(queues)].toSorted()).to.deep.equal(Object.values(taskQueues).toSorted());
  });

  it("are whole: panels have numbers of their own and something to show, alerts a severity and what to do", () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const { type, title, targets = [] } of dashboard.panels)
      expect(targets.length > 0, title).to.equal(type !== "row");
    for (const { alert, labels, annotations } of alerts) {
      expect(alert).to.match(/^Watchframe[A-Z]/);
      expect(labels.severity, alert).to.be.oneOf(["page", "ticket"]);
      expect(annotations.summary.length, alert).to.be.above(20);
      expect(annotations.description.length, alert).to.be.above(20);
    }
    const guide = readFileSync(new URL("../../docs/observing.md", import.meta.url), "utf8");
    for (const { alert } of alerts) expect(guide).to.include(`\`${alert}\``);
  });
});
