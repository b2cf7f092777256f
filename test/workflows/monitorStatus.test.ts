import { expect } from "chai";
import { serveSite, stopAll } from "../egress/support.ts";
import { creditState } from "../support/creditState.ts";
import { smallCapture, watchPage } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const priceOf = (amount: number) => `<!doctype html><title>Price</title><main><p>The price is ${amount} euro.</p>`;
const outage = "<!doctype html><title>Error</title><main><h1>Service unavailable</h1><p>Come back later.</p>";

describe("the status of a page", function () {
  this.timeout(120_000);
  const answer = { status: 200, body: priceOf(39) };

  const site = useResource(() =>
    serveSite((_, response) => {
      response.writeHead(answer.status, { "Content-Type": "text/html" });
      response.end(answer.body);
    }),
  );
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({
    allow: () => [`127.0.0.1:${site.port}`, receiver.host],
    openBrowser: openSketchBrowser,
  });
  after(stopAll);
  const say = (status: number, body: string): void => void Object.assign(answer, { status, body });
  const urlOf = (path: string) => `http://127.0.0.1:${site.port}/${path}`;

  async function watch(name: string, body: Record<string, unknown>) {
    const alerts = { webhook: { url: `${receiver.url}/${name}` } };
    const page = { pipeline, receiver, url: urlOf(name) };
    return watchPage(page, name, { alerts, ...body });
  }

  for (const baselineMode of ["rolling", "fixed"] as const) {
    for (const status of [503, 403, 404]) {
      it(`${status} is no change for a ${baselineMode} monitor, and a change behind it is told`, async () => {
        say(200, priceOf(39));
        const { id, monitors, events } = await watch(`out-${baselineMode}-${status}`, { baselineMode });
        const baseline = (await monitors.get(id)).baselineRunId;
        say(status, outage);
        const failed = await monitors.runNow(id);
        expect([failed.status, failed.error?.code]).to.deep.equal(["failed", "page_status"]);
        expect(failed.error?.message).to.include(`status ${status}`).and.to.include("capture.okStatus");
        say(200, priceOf(39));
        expect((await monitors.runNow(id)).result).to.include({ changed: false });
        if (baselineMode === "fixed") expect((await monitors.get(id)).baselineRunId).to.equal(baseline);
        say(status, outage);
        await monitors.runNow(id);
        say(200, priceOf(29));
        expect((await monitors.runNow(id)).result).to.include({ changed: true });
        expect((await events(1)).map(({ type }) => type)).to.deep.equal(["monitor.change_detected"]);
      });
    }
  }

  it("makes no baseline if the first run fails", async () => {
    say(500, outage);
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const body = { name: "Down", url: urlOf("down"), intervalMinutes: 60, capture: smallCapture };
    const reply = await caller.call("POST", "/render/monitors", body);
    const { monitor }: { monitor: { id: string } } = await reply.json();
    const run = await until(async () => {
      const [first] = (await (await caller.call("GET", `/render/monitors/${monitor.id}/runs`)).json()).runs;
      return first?.status === "failed" && first;
    });
    expect(run.error.code).to.equal("page_status");
    const { monitor: after } = await (await caller.call("GET", `/render/monitors/${monitor.id}`)).json();
    expect(after.baselineRunId).to.equal(null);
  });

  it("may be another one if the owner says so, and keeps the baseline when that changes", async () => {
    say(404, priceOf(39));
    const { id, monitors } = await watch("missing", { capture: { ...smallCapture, okStatus: [404] } });
    const { baselineRunId, capture } = await monitors.get(id);
    expect([capture["okStatus"], baselineRunId]).to.deep.equal([[404], baselineRunId]);
    await monitors.call("PATCH", `/${id}`, { capture: { okStatus: ["400-499", 200] } });
    expect((await monitors.get(id)).baselineRunId).to.equal(baselineRunId);
    expect(await monitors.runNow(id)).to.include({ status: "completed" });
    const wrong = await monitors.call<{ fields: unknown }>("PATCH", `/${id}`, { capture: { okStatus: ["399-200"] } });
    expect([wrong.status, wrong.fields]).to.deep.equal([
      400,
      [{ field: "capture.okStatus", message: "has the range 399-200, which goes down: give the lower status first" }],
    ]);
  });

  it("fails a render only if the caller says so, at no charge", async () => {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const render = async (failOnStatus?: unknown[]) => {
      const body = { url: urlOf("render"), ...(failOnStatus !== undefined && { failOnStatus }) };
      const job = await caller.ended(await caller.submit(body));
      return [job.status, job.error?.code];
    };
    say(503, outage);
    expect(await render()).to.deep.equal(["completed", undefined]);
    const { used } = await creditState(pipeline.database, caller.accountId);
    expect(await render(["500-599"])).to.deep.equal(["failed", "page_status"]);
    expect((await creditState(pipeline.database, caller.accountId)).used).to.equal(used);
    say(200, priceOf(39));
    expect(await render([404, "500-599"])).to.deep.equal(["completed", undefined]);
  });
});
