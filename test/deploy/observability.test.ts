import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { freePorts } from "#stack/supervisor/ports.ts";
import { type HeldSite, runStack, type RunningStack, startHeldSite } from "../support/stack.ts";
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
  return [...expression.matchAll(/\b((?:watchframe|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", selector = ""]) => ({
      name,
      labels: [...selector.matchAll(/(\w+)\s*(?:=|!=|=~|!~)"/g)].map(([, label = ""]) => label),
    }),
  );
}

describe("the dashboard and the alerts", function () {
  this.timeout(180_000);
  let site: HeldSite;
  let running: RunningStack;
  let exported: string[];

  before(async () => {
    site = await startHeldSite();
    site.release();
    const [port = 0] = await freePorts(1);
    running = await runStack({ allow: [site.host], more: { WATCHFRAME_METRICS_PORT: String(port) } });
    const { caller } = running;
    await caller.render({ url: `${site.url}/now/page`, webhookUrl: `${site.url}/now/hook` });
    // The worker's port is the API's next.
    const lines = async (each: number) => (await (await fetch(`http://127.0.0.1:${each}/metrics`)).text()).split("\n");
    await until(async () => (await lines(port + 1)).some((line) => line.startsWith("watchframe_deliveries_total{")));
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
      // What Prometheus adds by itself is on no sample.
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

  it("tell the age of the outbox and how long a render's stages took", () => {
    const valueOf = (name: string) => Number(exported.find((line) => line.startsWith(name))?.split(" ")[1]);
    expect(valueOf("watchframe_outbox_oldest_seconds")).to.be.at.least(0).and.below(60);
    for (const stage of ["queued", "navigation", "capture", "extraction", "upload", "total"])
      expect(valueOf(`watchframe_render_stage_seconds_count{stage="${stage}"}`)).to.equal(1);
    expect(valueOf('watchframe_deliveries_total{channel="webhook",outcome="delivered"}')).to.equal(1);
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
    const guide = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
    for (const { alert } of alerts) expect(guide).to.include(`\`${alert}\``);
  });
});
