import { expect } from "chai";
import { workflowIds } from "#orders/messages.ts";
import type { Delivery } from "#schemas/events.ts";
import { type WatchedPage, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { resetToBegin, wakesAt } from "../support/workflowSteps.ts";

const minute = 60_000;
const pageIn = (colour: string) => `<!doctype html><title>Colour</title><body style="background:${colour}"><p>One</p>`;
const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16);

/** Quiet hours from an hour ago to an hour hence. */
function quietNow(): { ends: string; quietHours: { from: string; to: string } } {
  const ends = Math.ceil(Date.now() / minute) * minute + 60 * minute;
  return {
    ends: new Date(ends).toISOString(),
    quietHours: { from: timeOf(ends - 120 * minute), to: timeOf(ends) },
  };
}

describe("a monitor in its quiet hours", function () {
  this.timeout(180_000);

  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host], openBrowser: openSketchBrowser });
  before(() => {
    site.release();
    receiver.answer = () => ({ status: 200 });
  });

  const slackOf = (name: string) => receiver.received.filter(({ path }) => path === `/services/${name}`);
  /** A monitor with mail, a channel and a webhook, and its baseline. */
  async function watch(name: string, body: Record<string, unknown> = {}): Promise<WatchedPage> {
    site.page = pageIn("white");
    const alerts = {
      webhook: { url: `${receiver.url}/${name}` },
      channels: [{ type: "slack", url: `${receiver.url}/services/${name}` }],
      notifyRecovery: true,
    };
    return watchPage({ pipeline, receiver, url: `${site.url}/${name}` }, name, { alerts, ...body });
  }
  const setQuiet = async ({ id, monitors }: WatchedPage, quietHours: object | null) => {
    const { status } = await monitors.call("PATCH", `/${id}`, { alerts: { quietHours } });
    expect(status).to.equal(200);
  };
  /** Runs once with the page in a colour. */
  const runIn = ({ id, monitors }: WatchedPage, colour: string) => {
    site.page = pageIn(colour);
    return monitors.runNow(id);
  };
  /** The deliveries about a monitor by channel, oldest first. */
  const deliveriesOf = async ({ id }: WatchedPage, channel: Delivery["channel"]) =>
    pipeline.database.deliveries.find({ resourceId: id, channel }).sort({ createdAt: 1 }).toArray();
  const statesOf = async (watched: WatchedPage, channel: Delivery["channel"]) =>
    (await deliveriesOf(watched, channel)).map(({ type, status }) => [type, status]);

  /**
   * Moves the end of the quiet hours that a monitor's messages wait for. Their deliveries begin again, because they sleep until
   * the former end.
   */
  async function moveEnd({ id }: WatchedPage, end: Date): Promise<void> {
    const { deliveries } = pipeline.database;
    const waiting = { resourceId: id, status: "pending", notBefore: { $ne: null } } as const;
    for (const { _id, channel, notBefore } of await deliveries.find(waiting).toArray()) {
      const workflowId = channel === "email" ? workflowIds.mailDelivery(_id) : workflowIds.webhookDelivery(_id);
      const formerEnd = notBefore?.getTime() ?? 0;
      expect(await wakesAt(pipeline.temporal, workflowId)).to.be.within(formerEnd, formerEnd + minute);
      await deliveries.updateOne({ _id }, { $set: { notBefore: end } });
      await resetToBegin(pipeline.temporal, workflowId);
    }
  }

  it("sends its webhook at once, and mails and messages at the end, in order; tests do not wait", async () => {
    const watched = await watch("waits");
    const acknowledged = await watch("acknowledged");
    const { id, monitors } = watched;
    const { ends, quietHours } = quietNow();
    await setQuiet(watched, quietHours);
    await setQuiet(acknowledged, quietHours);
    const changed = await runIn(watched, "black");
    expect(changed.result).to.include({ changed: true });
    // With a rolling baseline the page stays as it is, so the change is over and still news.
    await runIn(watched, "black");
    await runIn(acknowledged, "black");
    expect((await acknowledged.monitors.call("POST", `/${acknowledged.id}/acknowledge`)).status).to.equal(200);
    const [channel] = (await monitors.get(id)).alerts.channels;
    expect((await monitors.call("POST", `/${id}/channels/${channel?.id}/test`)).status).to.equal(202);

    const types = ["monitor.change_detected", "monitor.change_recovered"];
    expect((await watched.events(2)).map(({ type }) => type)).to.deep.equal(types);
    await until(async () => slackOf("waits").length === 1);
    expect(slackOf("waits")[0]?.body).to.include("Test of Prices");
    const waiting = [...(await deliveriesOf(watched, "email")), ...(await deliveriesOf(watched, "slack"))]
      .filter(({ type }) => type !== "channel.test")
      .map(({ type, status, attempts, notBefore }) => [type, status, attempts.length, notBefore?.toISOString()]);
    const both = types.map((type) => [type, "pending", 0, ends]);
    expect(waiting).to.deep.equal([...both, ...both]);

    const end = new Date(Date.now() + 2_000);
    await moveEnd(watched, end);
    await moveEnd(acknowledged, end);
    await until(async () => (await statesOf(watched, "email")).every(([, status]) => status === "delivered"));
    expect(Date.now()).to.be.at.least(end.getTime());
    const [first, second] = await watched.mails(2);
    expect(first?.Subject).to.include("has changed");
    expect(second?.Subject).not.to.include("has changed");
    const [opening, recovery] = await until(async () => {
      const all = await deliveriesOf(watched, "slack");
      const alerts = all.filter(({ type }) => type !== "channel.test");
      return alerts.every(({ status }) => status === "delivered") && alerts;
    });
    const [openedAt, closedAt] = [opening, recovery].map((one) => one?.attempts[0]?.at.getTime() ?? 0);
    expect([openedAt, closedAt].every((at) => (at ?? 0) >= end.getTime())).to.equal(true);
    expect(openedAt).to.be.at.most(closedAt ?? 0);
    expect(slackOf("waits")[1]?.body).to.include("Prices has changed");

    await until(async () => (await statesOf(acknowledged, "email"))[0]?.[1] === "skipped");
    await until(async () => (await statesOf(acknowledged, "slack"))[0]?.[1] === "skipped");
    expect(slackOf("acknowledged")).to.deep.equal([]);
    expect((await acknowledged.events(1)).map(({ type }) => type)).to.deep.equal(["monitor.change_detected"]);
  });

  it("sends no message about a change that was undone before they end, and says so in its deliveries", async () => {
    const watched = await watch("undone", { baselineMode: "fixed" });
    await setQuiet(watched, { from: timeOf(Date.now() - 60 * minute), to: timeOf(Date.now() + 60 * minute) });
    await runIn(watched, "black");
    await runIn(watched, "white");
    const types = ["monitor.change_detected", "monitor.change_recovered"];
    expect((await watched.events(2)).map(({ type }) => type)).to.deep.equal(types);
    for (const channel of ["email", "slack"] as const) {
      expect(await statesOf(watched, channel)).to.deep.equal([["monitor.change_detected", "skipped"]]);
    }
    // The next change waits again; without quiet hours its end follows its opening.
    await runIn(watched, "black");
    await setQuiet(watched, null);
    await runIn(watched, "white");
    expect(await statesOf(watched, "email")).to.deep.equal([
      ["monitor.change_detected", "skipped"],
      ["monitor.change_detected", "skipped"],
    ]);
    await runIn(watched, "black");
    await until(async () => (await statesOf(watched, "email"))[2]?.[1] === "delivered");
  });
});
