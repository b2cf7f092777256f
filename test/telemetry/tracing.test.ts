import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { History } from "@temporalio/common/lib/proto-utils.js";
import { Worker } from "@temporalio/worker";
import { expect } from "chai";
import { temporalTarget } from "#temporal-config/target.ts";
import { workflowBundle } from "#worker/bundle.ts";
import { type Caller, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { type HeldSite, startHeldSite } from "../support/stack.ts";
import { type ReceivedSpan, startTraceCollector, type TraceCollector } from "../support/traceCollector.ts";
import { until } from "../support/until.ts";

const mark = (name: string): string => `MARKED${name}SECRET`;
const secrets = {
  cookie: mark("COOKIE"),
  header: mark("HEADER"),
  query: mark("QUERY"),
  path: mark("PATH"),
  hook: mark("HOOK"),
  webhookSecret: mark("WEBHOOK"),
};

describe("traces", function () {
  this.timeout(120_000);
  let site: HeldSite;
  let collector: TraceCollector;
  let pipeline: Pipeline;
  let caller: Caller;

  before(async () => {
    site = await startHeldSite();
    site.release();
    collector = await startTraceCollector();
    pipeline = await startPipeline({
      allow: [site.host],
      more: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=its%20own",
        // Trace contexts travel in headers, which are not encrypted.
        WATCHFRAME_PAYLOAD_KEY_RING: `p1:${randomBytes(32).toString("base64")}`,
      },
    });
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });
  after(async () => {
    await pipeline?.stop();
    await collector?.close();
    await site?.close();
  });

  /** Waits for a span with this name. Returns all spans of the trace that began with the request. */
  async function traceOf(requestId: string, last: string): Promise<ReceivedSpan[]> {
    return until(async () => {
      const root = collector.spans.find(({ attributes }) => attributes["watchframe.request_id"] === requestId);
      const trace = collector.spans.filter(({ traceId }) => traceId === root?.traceId);
      return trace.some(({ name }) => name === last) ? trace : null;
    }, 60_000);
  }

  /** Names of a span and its ancestors, up to the root. */
  function lineOf(trace: ReceivedSpan[], name: string): string[] {
    const line: string[] = [];
    for (let span = trace.find((each) => each.name === name); span !== undefined;) {
      const { parentSpanId } = span;
      line.unshift(span.name);
      span = trace.find(({ spanId }) => spanId === parentSpanId);
    }
    return line;
  }

  it("lead from a request through its workflow and activities to the page and the webhook, in one trace", async () => {
    const accepted = await caller.call("POST", "/render", {
      url: `${site.url}/now/${secrets.path}?token=${secrets.query}`,
      cookies: [{ name: "session", value: secrets.cookie }],
      headers: { "x-api-token": secrets.header },
      webhookUrl: `${site.url}/now/hook/${secrets.hook}`,
      webhookSecret: secrets.webhookSecret,
      extractMarkdown: true,
      screenshot: true,
    });
    const { id }: { id: string } = await accepted.json();
    expect((await caller.ended(id)).status).to.equal("completed");
    const trace = await traceOf(accepted.headers.get("x-request-id") ?? "", "workflow webhookDelivery");

    const job = ["POST /render", "start renderJob", "workflow renderJob"];
    for (const stage of ["navigate", "capture", "extract", "object store put"])
      expect(lineOf(trace, stage)).to.deep.equal([...job, "activity captureRender", stage]);
    expect(lineOf(trace, "activity settleJob")).to.deep.equal([...job, "activity settleJob"]);
    expect(lineOf(trace, "HTTP POST")).to.deep.equal([
      ...job,
      "workflow webhookDelivery",
      "activity attemptDelivery",
      "HTTP POST",
    ]);
    const services = new Set(trace.map(({ service }) => service));
    expect([...services].toSorted()).to.deep.equal(["watchframe-api", "watchframe-worker"]);

    const named = (name: string) => trace.find((span) => span.name === name);
    expect(named("POST /render")).to.deep.include({ parentSpanId: "", failed: false });
    expect(named("POST /render")?.attributes).to.deep.include({
      "http.route": "/render",
      "http.request.method": "POST",
      "watchframe.account_id": caller.accountId,
      "watchframe.job_id": id,
    });
    expect(Number(named("POST /render")?.attributes["http.response.status_code"])).to.equal(202);
    expect(named("workflow renderJob")?.attributes["temporal.workflow_id"]).to.equal(`render:${id}`);
    expect(named("navigate")?.attributes["server.address"]).to.equal("127.0.0.1");
    const [workflow, activity] = [named("workflow renderJob"), named("activity captureRender")];
    expect(workflow?.startedAt).to.be.at.most(activity?.startedAt ?? 0);
    expect(workflow?.endedAt).to.be.at.least(activity?.endedAt ?? Infinity);
    expect(collector.headers[0]?.["x-collector-key"]).to.equal("its own");
  });

  it("show the code of a failure on the span at fault", async () => {
    const accepted = await caller.call("POST", "/render", { url: "http://127.0.0.1:9/closed", timeout: 10 });
    expect(accepted.status).to.equal(400);
    const reset = await caller.call("POST", "/render", { url: "https://no-such-name.invalid/", timeout: 10 });
    const { id }: { id: string } = await reset.json();
    const { error } = await caller.ended(id);
    const trace = await traceOf(reset.headers.get("x-request-id") ?? "", "workflow renderJob");
    const workflow = trace.find(({ name }) => name === "workflow renderJob");
    expect(workflow?.failed).to.equal(true);
    expect(workflow?.attributes["error.type"]).to.equal(error?.code);
    expect(trace.find(({ name }) => name === "POST /render")?.failed).to.equal(false);
  });

  it("of a monitor's runs are separate, each linked to the request that caused it", async () => {
    const created = await caller.call("POST", "/render/monitors", {
      name: "traced",
      url: `${site.url}/now/monitored`,
      intervalMinutes: 60,
    });
    expect(created.status, await created.clone().text()).to.equal(201);
    const requestId = created.headers.get("x-request-id") ?? "";
    const run = await until(
      async () => collector.spans.find(({ name }) => name === "workflow monitorRun") ?? null,
      60_000,
    );
    const request = collector.spans.find(({ attributes }) => attributes["watchframe.request_id"] === requestId);
    expect(run.parentSpanId).to.equal("");
    expect(run.traceId).not.to.equal(request?.traceId);
    expect(run.links.map(({ traceId }) => traceId)).to.deep.equal([request?.traceId]);
    const activities = collector.spans.filter(({ traceId, name }) => traceId === run.traceId && name !== run.name);
    expect(activities.map(({ name }) => name)).to.include("activity captureRun");
  });

  it("leave histories that replay without them", async () => {
    const { dataConverter } = temporalTarget(pipeline.env);
    const histories: { workflowId: string; history: History }[] = [];
    // The reconciler may start jobs that other tests of this process left. These have no trace.
    const query = `AccountId = "${caller.accountId}"`;
    for await (const { workflowId, runId, type } of pipeline.temporal.workflow.list({ query })) {
      if (!["renderJob", "webhookDelivery", "monitor", "monitorRun"].includes(type)) continue;
      const history = await pipeline.temporal.workflow.getHandle(workflowId, runId).fetchHistory();
      expect(JSON.stringify(history.events?.[0]), workflowId).to.include("_tracer-data");
      histories.push({ workflowId: type, history });
    }
    const replayed = new Set<string>();
    const options = { workflowBundle: await workflowBundle(), ...(dataConverter !== undefined && { dataConverter }) };
    for await (const { workflowId, error } of Worker.runReplayHistories(options, histories)) {
      expect(error, `${workflowId}: ${error?.message}`).to.equal(undefined);
      replayed.add(workflowId);
    }
    expect([...replayed].toSorted()).to.deep.equal(["monitor", "monitorRun", "renderJob", "webhookDelivery"]);
  });

  it("hold no secret and no address, and leave housekeeping out", () => {
    const all = collector.bodies.join("\n");
    for (const secret of [...Object.values(secrets), caller.key]) expect(all).not.to.include(secret);
    expect(all).not.to.match(/https?:\/\//);
    expect(all).not.to.match(/reconciler|sweepOutbox|maintenance|hostPace/);
  });

  it("are off unless asked for, and then none of their packages is loaded", () => {
    const loaded = execFileSync(process.execPath, ["--input-type=module", "--eval", loadEverything], {
      cwd: new URL("../..", import.meta.url),
      encoding: "utf8",
    });
    const packages: string[] = JSON.parse(loaded);
    expect(packages).to.include("koa").and.to.include("@temporalio/worker");
    expect(packages.filter((name) => name.startsWith("@opentelemetry/"))).to.deep.equal([]);
  });
});

/** Prints all packages that the API and the worker import when traces are off. */
const loadEverything = `
  import { registerHooks } from "node:module";
  const seen = new Set();
  registerHooks({
    resolve(name, context, next) {
      // prom-client imports the API package for its exemplars. Without an SDK that package does nothing.
      if (!context.parentURL?.includes("/node_modules/prom-client/")) seen.add(name);
      return next(name, context);
    },
  });
  await import("#api/server.ts");
  await import("#worker/startWorker.ts");
  const { openTracing } = await import("#telemetry/tracing.ts");
  await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: "", OTEL_EXPORTER_OTLP_HEADERS: "" }, "test", console);
  console.log(JSON.stringify([...seen]));
`;
