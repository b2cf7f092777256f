import { expect } from "chai";
import type { AlertTarget } from "#schemas/alertTarget.ts";
import { monitorsOf, smallCapture } from "../support/monitors.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageOf = (colour: string) => `<!doctype html><body style="background:${colour}">`;

describe("defaults of monitors at work", function () {
  this.timeout(120_000);
  let caller: Caller;

  const site = useResource(startHeldSite);
  const services = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, services.host], openBrowser: openSketchBrowser });
  before(async () => {
    site.release();
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });

  const set = async (path: string, settings: object) => {
    const reply = await caller.call("PATCH", `/monitor-defaults${path}`, settings);
    expect(reply.status, await reply.text()).to.equal(200);
  };
  const targetAt = async (name: string): Promise<string> => {
    const channels = [{ type: "slack", url: `${services.url}/services/${name}` }];
    const reply = await caller.call("POST", "/alert-targets", { name, channels });
    const { alertTarget }: { alertTarget: AlertTarget } = await reply.json();
    return alertTarget.id;
  };
  const receivedAt = (name: string) => services.received.filter(({ path }) => path === `/services/${name}`);

  it("change whom all monitors of a tag tell, in one call", async () => {
    const [first, second] = [await targetAt("first"), await targetAt("second")];
    site.page = pageOf("white");
    const monitors = monitorsOf(pipeline, caller, site.url);
    const made = [];
    for (const name of ["One", "Two", "Three"]) {
      made.push(await monitors.create({ name, tags: ["shop"], alerts: { email: { account: false } } }));
    }
    const alerts = { email: { account: false } };
    made.push(await monitors.create({ name: "Apart", tags: ["shop"], alerts, ignoreDefaults: ["alerts.targetIds"] }));
    const ids = made.map(({ id }) => id);
    await Promise.all(ids.map(monitors.based));
    await set("/shop", { alerts: { targetIds: [first] } });
    site.page = pageOf("black");
    for (const id of ids) await monitors.runNow(id);
    await until(async () => receivedAt("first").length === 3);
    await set("/shop", { alerts: { targetIds: [second] } });
    site.page = pageOf("red");
    for (const id of ids) await monitors.runNow(id);
    await until(async () => receivedAt("second").length === 3);
    expect(receivedAt("first")).to.have.length(3);
    expect(
      [...receivedAt("first"), ...receivedAt("second")].filter(({ body }) => body.includes("Apart")),
    ).to.deep.equal([]);
  });

  it("keep messages back in quiet hours of the account, unless the monitor has its own or ignores them", async () => {
    const target = await targetAt("quiet");
    const hourAt = (hours: number) => `${String((new Date().getUTCHours() + 24 + hours) % 24).padStart(2, "0")}:00`;
    const [now, elsewhere] = [
      { from: hourAt(-1), to: hourAt(2) },
      { from: hourAt(4), to: hourAt(6) },
    ];
    await set("", { alerts: { quietHours: now } });
    site.page = pageOf("white");
    const monitors = monitorsOf(pipeline, caller, site.url);
    const alerts = { email: { account: false }, targetIds: [target] };
    const quiet = await monitors.create({ alerts });
    const loud = await monitors.create({ alerts: { ...alerts, quietHours: elsewhere } });
    const unbound = await monitors.create({ alerts, ignoreDefaults: ["alerts.quietHours"] });
    for (const { id } of [quiet, loud, unbound]) await monitors.based(id);
    site.page = pageOf("black");
    for (const { id } of [quiet, loud, unbound]) await monitors.runNow(id);
    const deliveryOf = (resourceId: string) =>
      until(() => pipeline.database.deliveries.findOne({ resourceId, channel: "slack" }));
    expect((await deliveryOf(quiet.id)).notBefore?.getUTCHours()).to.equal(Number(now.to.slice(0, 2)));
    for (const { id } of [loud, unbound]) expect((await deliveryOf(id)).notBefore).to.equal(null);
    await set("", { alerts: { quietHours: null } });
  });

  it("shape the next capture, which is compared with no capture of other settings", async () => {
    site.page = pageOf("white");
    const monitors = monitorsOf(pipeline, caller, site.url);
    const { id } = await monitors.create({ tags: ["size"], capture: { height: smallCapture.height } });
    const baseline = await monitors.based(id);
    await set("/size", { capture: { width: 400 } });
    const run = await monitors.runNow(id);
    expect([run.status, run.trigger, run.result?.baselineRunId, run.result?.screenshot?.width]).to.deep.equal([
      "completed",
      "initial",
      null,
      400,
    ]);
    await until(async () => (await monitors.get(id)).baselineRunId === run.id);
    expect(run.id).to.not.equal(baseline);
    // A device does not fit beside the width, so the run stays as it was.
    await set("/size", { capture: { device: "iphone-15-pro" } });
    const next = await monitors.runNow(id);
    expect([next.result?.baselineRunId, next.result?.changed, next.result?.screenshot?.width]).to.deep.equal([
      run.id,
      false,
      400,
    ]);
  });
});
