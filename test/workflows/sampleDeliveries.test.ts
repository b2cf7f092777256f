import { expect } from "chai";
import type { Delivery } from "#schemas/events.ts";
import { monitorsOf } from "../support/monitors.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

describe("the end of samples and replays", function () {
  this.timeout(120_000);
  let caller: Caller;

  const site = useResource(startHeldSite);
  const services = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, services.host], openBrowser: openSketchBrowser });
  before(async () => {
    site.release();
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
    services.answer = () => ({ status: 500 });
  });

  /** A monitor with a channel and a webhook at a failing receiver. */
  const watch = async (name: string) => {
    const monitors = monitorsOf(pipeline, caller, site.url);
    const channels = [{ type: "slack", url: `${services.url}/services/${name}` }];
    const { id, alerts } = await monitors.create({ name, alerts: { email: { account: false }, channels } });
    const send = async (): Promise<string> => {
      const path = `/render/monitors/${id}/channels/${alerts.channels[0]?.id}/test`;
      const { delivery }: { delivery: Delivery } = await (await caller.call("POST", path)).json();
      return delivery.id;
    };
    return { id, send, path: `/render/monitors/${id}` };
  };
  const deliveryOf = (id: string) => pipeline.database.deliveries.findOne({ _id: id });
  const tried = (id: string) => until(async () => ((await deliveryOf(id))?.attempts.length ?? 0) === 1);
  const ended = async (id: string) => {
    const delivery = await until(async () => {
      const found = await deliveryOf(id);
      return found !== null && found.status !== "pending" && found;
    });
    return [delivery.status, delivery.attempts.length];
  };

  it("comes after two tries of a sample", async () => {
    const { send } = await watch("two-tries");
    const id = await send();
    expect(await ended(id)).to.deep.equal(["failed", 2]);
  });

  it("comes with the end of the monitor", async () => {
    const { send, path } = await watch("deleted");
    const id = await send();
    await tried(id);
    expect((await caller.call("DELETE", path)).status).to.equal(200);
    expect(await ended(id)).to.deep.equal(["skipped", 1]);
    expect(services.received.filter(({ path: to }) => to.endsWith("/deleted"))).to.have.length(1);
  });

  it("comes with the end of the channel", async () => {
    const { send, path } = await watch("removed");
    const id = await send();
    await tried(id);
    expect((await caller.call("PATCH", path, { alerts: { channels: [] } })).status).to.equal(200);
    expect(await ended(id)).to.deep.equal(["skipped", 1]);
  });
});
