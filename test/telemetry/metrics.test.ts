import { expect } from "chai";
import { freePorts } from "#stack/supervisor/processes.ts";
import { createLogger } from "#telemetry/logger.ts";
import { createApiMetrics, createWorkerMetrics, serveMetrics } from "#telemetry/metrics.ts";
import { testApi } from "../api/support/testApi.ts";

const log = createLogger({ name: "test", level: "silent" });

/** The value of a metric in Prometheus' text format. */
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );

describe("metrics", function () {
  this.timeout(120_000);

  it("of the API count requests by route and status, and credits, with no label from outside", async () => {
    const api = await testApi();
    const { client } = await api.account();
    await client.call("POST", "/render", { body: { url: "https://example.com/?token=canary" } });
    await client.call("GET", "/status/01900000-0000-7000-8000-000000000000");
    await client.call("GET", "/canary-path");
    await fetch(`${api.url}/canary-path`, { method: "PROPFIND" });
    const text = await api.ports.metrics.registry.metrics();
    const requests = "watchframe_http_request_duration_seconds_count";
    expect(valueOf(text, `${requests}{method="POST",route="/render",status="202"}`)).to.equal(1);
    expect(valueOf(text, `${requests}{method="GET",route="/status/:id",status="404"}`)).to.equal(1);
    expect(valueOf(text, `${requests}{method="(any)",route="(none)",status="404"}`)).to.equal(2);
    expect(valueOf(text, 'watchframe_credits_charged_total{operation="render"}')).to.equal(1);
    expect(text).not.to.match(/canary|PROPFIND|01900000/);
    await api.close();
  });

  it("of a worker say how long work waited and took, how it ended, and how the browser is", async () => {
    const metrics = createWorkerMetrics({ browser: () => ({ starts: 3, active: 2, waiting: 1 }) });
    const tried = { activity: "captureRender", queue: "browser", waited: 0.3, seconds: 2 } as const;
    metrics.observe({ ...tried, outcome: "completed" });
    metrics.observe({ ...tried, outcome: "failed" });
    metrics.ended("render", "completed");
    metrics.ended("render", "navigation_timeout");
    metrics.refused("page", "address");
    metrics.onLedgerEntries([
      { operation: "crawl_page", credits: 2 },
      { operation: "crawl_page", credits: -1 },
    ]);
    const text = await metrics.registry.metrics();
    expect(valueOf(text, 'watchframe_queue_wait_seconds_sum{queue="browser"}')).to.be.closeTo(0.6, 1e-9);
    expect(
      valueOf(text, 'watchframe_activity_duration_seconds_count{activity="captureRender",outcome="failed"}'),
    ).to.equal(1);
    expect(valueOf(text, 'watchframe_renders_ended_total{kind="render",outcome="navigation_timeout"}')).to.equal(1);
    expect(valueOf(text, 'watchframe_egress_refusals_total{traffic="page",reason="address"}')).to.equal(1);
    expect(valueOf(text, 'watchframe_credits_charged_total{operation="crawl_page"}')).to.equal(2);
    expect(valueOf(text, 'watchframe_credits_refunded_total{operation="crawl_page"}')).to.equal(1);
    expect(valueOf(text, "watchframe_browser_restarts")).to.equal(2);
    expect(valueOf(text, "watchframe_browser_pages")).to.equal(2);
  });

  it("are served on a separate port, by default on none, and on loopback unless the host is set", async () => {
    const { registry } = createApiMetrics();
    const [port = 0] = await freePorts(1);
    const off = await serveMetrics(
      { WATCHFRAME_METRICS_HOST: "127.0.0.1", WATCHFRAME_METRICS_PORT: 0 },
      [registry, { metrics: async () => "of_another_source 1\n" }],
      log,
    );
    expect(off.url).to.equal(null);
    const on = await serveMetrics(
      { WATCHFRAME_METRICS_HOST: "127.0.0.1", WATCHFRAME_METRICS_PORT: port },
      [registry, { metrics: async () => "of_another_source 1\n" }],
      log,
    );
    const reply = await fetch(on.url ?? "");
    expect([reply.status, reply.headers.get("content-type")]).to.deep.equal([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    const text = await reply.text();
    expect(text).to.include("process_cpu_seconds_total");
    expect(valueOf(text, "of_another_source")).to.equal(1);
    expect((await fetch(new URL("/", on.url ?? ""))).status).to.equal(404);
    await on.close();
    const api = await testApi();
    expect((await fetch(`${api.url}/metrics`)).status).to.equal(404);
    await api.close();
  });
});
