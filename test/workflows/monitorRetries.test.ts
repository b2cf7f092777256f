import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { serveSite, stopAll } from "../egress/support.ts";
import { creditState } from "../support/creditState.ts";
import { smallCapture, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const price = (amount: number) =>
  `<!doctype html><title>Price</title><main><p id="price">The price is ${amount} euro.</p>`;

describe("further tries of a failed run", function () {
  this.timeout(180_000);
  const answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: price(39) };
  /** The instant of each answer, milliseconds. */
  const answeredAt: number[] = [];
  /** Answers that come before `answer`, each once. */
  const first: (typeof answer)[] = [];
  const site = useResource(() =>
    serveSite((_, response) => {
      const { status, body, headers } = first.shift() ?? answer;
      answeredAt.push(Date.now());
      response.writeHead(status, { "Content-Type": "text/html", ...headers });
      response.end(body);
    }),
  );
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({
    allow: () => [`127.0.0.1:${site.port}`, receiver.host],
    openBrowser: openSketchBrowser,
    more: { WATCHFRAME_RETRY_SECONDS: "1,1,1" },
  });
  after(stopAll);
  const say = (status: number, body = ""): void => void Object.assign(answer, { status, body });

  async function watch(name: string, body: Record<string, unknown> = {}) {
    say(200, price(39));
    first.length = 0;
    const url = `http://127.0.0.1:${site.port}/${name}`;
    const watched = await watchPage({ pipeline, receiver, url }, name, { capture: smallCapture, ...body });
    const { accountId } = (await pipeline.database.monitors.findOne({ _id: watched.id })) ?? { accountId: "" };
    const { monitors, id } = watched;
    /** The runs of an outage, oldest first, once the last one has no further try. */
    const tried = (count: number) =>
      until(async () => {
        const runs = (await monitors.runsOf(id)).filter(({ trigger }) => trigger !== "initial");
        return runs.length >= count && runs.every(({ completedAt }) => completedAt !== undefined) && runs.toReversed();
      }, 60_000);
    const shown = (kind: Monitor["state"]["kind"]) =>
      until(async () => {
        const { state } = await monitors.get(id);
        return state.kind === kind && state;
      }, 60_000);
    const spent = async () => (await creditState(pipeline.database, accountId)).used ?? 0;
    return { ...watched, tried, shown, spent };
  }

  it("wait for a page to return: no message is sent, no change is found, and failed tries are free", async () => {
    const { monitors, id, events, tried, shown, spent } = await watch("hiccup");
    const before = await spent();
    first.push({ status: 500, body: "" }, { status: 502, body: "" });
    expect(await monitors.runNow(id)).to.include({ status: "failed" });
    const runs = await tried(3);
    expect(runs.map(({ trigger, status }) => [trigger, status])).to.deep.equal([
      ["manual", "failed"],
      ["retry", "failed"],
      ["retry", "completed"],
    ]);
    expect(runs.at(-1)?.result).to.include({ changed: false });
    expect((await shown("ok")).failures).to.equal(0);
    expect(await spent()).to.equal(before + 2);
    expect(await events(0)).to.deep.equal([]);
  });

  it("find a change that comes with the page's return, and it is told", async () => {
    const { monitors, id, events, tried } = await watch("change");
    first.push({ status: 500, body: "" });
    say(200, price(29));
    await monitors.runNow(id);
    expect((await tried(2))[1]?.result).to.include({ changed: true });
    expect((await events(1)).map(({ type }) => type)).to.deep.equal(["monitor.change_detected"]);
  });

  it("count once together: the state says so, and the third run that fails in all its tries is told", async () => {
    const { monitors, id, events, tried, shown } = await watch("outage");
    say(500);
    await monitors.runNow(id);
    expect(await shown("failing")).to.include({ text: "Failing 1 of 3", failures: 1 });
    await tried(4);
    expect(await shown("failing")).to.include({ text: "Failing 1 of 3", failures: 1 });
    expect((await monitors.get(id)).incident).to.equal(null);
    for (const runs of [8, 12]) {
      await monitors.runNow(id);
      await tried(runs);
    }
    expect(await shown("down")).to.include({ failures: 3 });
    const [told, ...more] = await events(1);
    expect([told?.type, more]).to.deep.equal(["monitor.failed", []]);
    expect(told?.data).to.nested.include({ "incident.consecutiveFailures": 3 });
    await monitors.runNow(id);
    expect((await monitors.get(id)).nextRunAt).to.satisfy((at: string) => Date.parse(at) > Date.now() + 60_000);
    say(200, price(39));
    expect((await monitors.runNow(id)).result).to.include({ changed: false });
    expect((await events(2)).map(({ type }) => type)).to.deep.equal(["monitor.failed", "monitor.failure_recovered"]);
  });

  it("leave a host alone for the time that it asks for", async () => {
    const { monitors, id, tried } = await watch("busy");
    first.push({ status: 503, body: "", headers: { "Retry-After": "4" } });
    const before = answeredAt.length;
    await monitors.runNow(id);
    expect((await tried(2)).map(({ status }) => status)).to.deep.equal(["failed", "completed"]);
    const [refused = 0, ...later] = answeredAt.slice(before);
    expect(later).to.have.length(1);
    expect(later[0]).to.be.at.least(refused + 4_000);
  });

  it("are not made for a failure that they cannot mend, nor for a paused monitor", async () => {
    const { monitors, id, shown } = await watch("final", { capture: { ...smallCapture, clickSelectors: ["#price"] } });
    say(200, "<!doctype html><title>Price</title><p>The price moved.</p>");
    const failed = await monitors.runNow(id);
    expect(failed.error).to.include({ code: "selector_not_found", retryable: false });
    await shown("failing");
    expect(Date.parse((await monitors.idle(id)).nextRunAt ?? "")).to.be.greaterThan(Date.now() + 60_000);
    await monitors.call("PATCH", `/${id}`, { status: "paused" });
    say(500);
    await until(async () => (await monitors.get(id)).nextRunAt === null);
    expect(await monitors.runNow(id)).to.nested.include({ "error.code": "page_status" });
    expect((await monitors.idle(id)).nextRunAt).to.equal(null);
  });
});
