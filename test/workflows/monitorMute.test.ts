import { expect } from "chai";
import { type WatchedPage, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";

const pageIn = (colour: string) => `<!doctype html><title>Colour</title><body style="background:${colour}"><p>One</p>`;

describe("a muted monitor", function () {
  this.timeout(120_000);

  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host], openBrowser: openSketchBrowser });
  before(() => {
    site.release();
  });

  async function watch(name: string): Promise<WatchedPage> {
    site.page = pageIn("white");
    const watched = await watchPage({ pipeline, receiver, url: `${site.url}/${name}` }, name, {
      baselineMode: "fixed",
    });
    await mute(watched, new Date(Date.now() + 3_600_000).toISOString());
    return watched;
  }

  const mute = async ({ id, monitors }: WatchedPage, mutedUntil: string | null) => {
    const { status } = await monitors.call("PATCH", `/${id}`, { mutedUntil });
    expect(status).to.equal(200);
  };

  /** Runs once with the page in a colour. */
  const runIn = ({ id, monitors }: WatchedPage, colour: string) => {
    site.page = pageIn(colour);
    return monitors.runNow(id);
  };
  const deliveries = ({ id }: WatchedPage) => pipeline.database.deliveries.countDocuments({ resourceId: id });

  it("runs and opens an incident, and sends its message once after the mute", async () => {
    const watched = await watch("once");
    const { id, monitors } = watched;
    const changed = await runIn(watched, "black");
    expect(changed.result).to.include({ changed: true });
    const { incident } = await monitors.get(id);
    expect(incident).to.include({ runId: changed.id, lastNotifiedAt: null, acknowledgedAt: null });
    await runIn(watched, "black");
    expect(await deliveries(watched)).to.equal(0);

    await mute(watched, null);
    await runIn(watched, "black");
    const [event] = await watched.events(1);
    expect(event).to.deep.nested.include({
      type: "monitor.change_detected",
      "data.runId": changed.id,
      "data.incident.id": incident?.id,
    });
    expect((await monitors.get(id)).incident?.lastNotifiedAt).to.be.a("string");
    await runIn(watched, "black");
    await runIn(watched, "white");
    const types = (await watched.events(2)).map(({ type }) => type);
    expect(types).to.deep.equal(["monitor.change_detected", "monitor.change_recovered"]);
    expect(await watched.mails(2)).to.have.length(2);
    expect(await deliveries(watched)).to.equal(4);
  });

  it("sends nothing of an incident that also ended during the mute; the next one is reported when the time is over", async () => {
    const watched = await watch("over");
    const { id, monitors } = watched;
    await runIn(watched, "black");
    await runIn(watched, "white");
    expect((await monitors.get(id)).incident).to.equal(null);
    await pipeline.database.monitors.updateOne({ _id: id }, { $set: { "spec.mutedUntil": new Date() } });
    await runIn(watched, "white");
    expect(await deliveries(watched)).to.equal(0);
    const changed = await runIn(watched, "teal");
    expect((await watched.events(1))[0]).to.deep.nested.include({
      type: "monitor.change_detected",
      "data.runId": changed.id,
    });
  });

  it("sends nothing of an acknowledged incident after the mute, until that is withdrawn", async () => {
    const watched = await watch("acknowledged");
    const { id, monitors } = watched;
    await runIn(watched, "black");
    expect((await monitors.call("POST", `/${id}/acknowledge`)).status).to.equal(200);
    await mute(watched, null);
    await runIn(watched, "black");
    expect(await deliveries(watched)).to.equal(0);
    expect((await monitors.call("DELETE", `/${id}/acknowledge`)).status).to.equal(200);
    await runIn(watched, "black");
    expect((await watched.events(1)).map(({ type }) => type)).to.deep.equal(["monitor.change_detected"]);
    expect((await monitors.call("POST", `/${id}/acknowledge`)).status).to.equal(200);
    await runIn(watched, "white");
    expect((await watched.events(2))[1]?.type).to.equal("monitor.change_recovered");
  });
});
