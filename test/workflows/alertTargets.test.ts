import { expect } from "chai";
import type { AlertTarget } from "#schemas/alertTarget.ts";
import type { Delivery } from "#schemas/events.ts";
import type { Recipient } from "#schemas/recipient.ts";
import { monitorsOf } from "../support/monitors.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const colours = ["white", "black", "red", "blue"];

describe("alert targets at work", function () {
  this.timeout(120_000);
  let caller: Caller;

  const site = useResource(startHeldSite);
  const services = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, services.host], openBrowser: openSketchBrowser });
  before(async () => {
    site.release();
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });

  const send = async (method: string, path: string, body?: object): Promise<AlertTarget> => {
    const { alertTarget }: { alertTarget: AlertTarget } = await (await caller.call(method, path, body)).json();
    return alertTarget;
  };
  const slack = (name: string) => ({ type: "slack", url: `${services.url}/services/${name}` });
  const receivedAt = (name: string) => services.received.filter(({ path }) => path === `/services/${name}`);
  const watch = async (body: object) => {
    site.page = `<!doctype html><body style="background:${colours[0]}">`;
    const monitors = monitorsOf(pipeline, caller, site.url);
    const { id } = await monitors.create({
      capture: { width: 320, height: 240 },
      alerts: { email: { account: false } },
      ...body,
    });
    await monitors.based(id);
    let shown = 0;
    const change = () => {
      shown += 1;
      site.page = `<!doctype html><body style="background:${colours[shown]}">`;
      return monitors.runNow(id);
    };
    return { id, monitors, change };
  };

  it("hear of the monitors that name them or have their tag, each once, at their newest address", async () => {
    const named = await send("POST", "/alert-targets", { name: "named", channels: [slack("named")] });
    const tagged = await send("POST", "/alert-targets", {
      name: "tagged",
      tags: ["shop"],
      channels: [slack("tagged")],
    });
    await send("POST", "/alert-targets", { name: "elsewhere", tags: ["blog"], channels: [slack("elsewhere")] });
    // A target that is named and has the tag hears once.
    const { change } = await watch({
      tags: ["shop"],
      alerts: { email: { account: false }, targetIds: [named.id, tagged.id] },
    });
    await change();
    await until(async () => receivedAt("named").length === 1 && receivedAt("tagged").length === 1);

    const [channel] = tagged.channels;
    await send("PATCH", `/alert-targets/${tagged.id}`, { channels: [{ ...slack("moved"), id: channel?.id }] });
    await send("DELETE", `/alert-targets/${named.id}`);
    await change();
    await until(async () => receivedAt("moved").length === 1);
    expect(receivedAt("named")).to.have.length(1);
    expect(receivedAt("tagged")).to.have.length(1);
    expect(receivedAt("elsewhere")).to.have.length(0);
  });

  it("hear of all monitors, get samples, and get nothing that waited when they are deleted", async () => {
    services.answer = ({ path }) => ({ status: path.endsWith("/all") ? 500 : 200 });
    const all = await send("POST", "/alert-targets", { name: "all", allMonitors: true, channels: [slack("all")] });
    const { id, change } = await watch({});
    const run = await change();
    await until(async () => receivedAt("all").length === 1);
    await send("DELETE", `/alert-targets/${all.id}`);
    const [delivery] = await until(async () => {
      const reply = await caller.call("GET", `/webhook-deliveries?resourceId=${id}&channel=slack`);
      const { deliveries }: { deliveries: Delivery[] } = await reply.json();
      return deliveries[0]?.status === "skipped" && deliveries;
    });
    expect([run.status, delivery?.attempts.length]).to.deep.equal(["completed", 1]);

    const tested = await send("POST", "/alert-targets", { name: "tested", channels: [slack("tested")] });
    const [channel] = tested.channels;
    const path = `/alert-targets/${tested.id}/channels/${channel?.id}/test`;
    expect((await caller.call("POST", path)).status).to.equal(202);
    const [sample] = await until(async () => receivedAt("tested").length === 1 && receivedAt("tested"));
    expect(sample?.body).to.include("Test of tested").and.include("/console/alerts");
  });

  it("tell their recipients by mail, each once", async () => {
    const added = await caller.call("POST", "/render/monitor-recipients", { email: "team@example.com" });
    const { recipient: reader }: { recipient: Recipient } = await added.json();
    const recipient = reader.id;
    await pipeline.database.recipients.updateOne({ recipientId: recipient }, { $set: { verifiedAt: new Date() } });
    await send("POST", "/alert-targets", { name: "mailed", tags: ["mail"], recipientIds: [recipient] });
    const { id, change } = await watch({
      tags: ["mail"],
      alerts: { email: { account: false, recipientIds: [recipient] } },
    });
    await change();
    const mails = await until(async () => {
      const found = await pipeline.database.deliveries.find({ resourceId: id, channel: "email" }).toArray();
      return found.length > 0 && found;
    });
    expect(mails.map((mail) => mail.channel === "email" && mail.recipientId)).to.deep.equal([recipient]);
  });

  it("word the messages and the mails of their receivers, and those of others stay as they are", async () => {
    const added = await caller.call("POST", "/render/monitor-recipients", { email: "worded@example.com" });
    const { recipient }: { recipient: Recipient } = await added.json();
    const { database } = pipeline;
    await database.recipients.updateOne({ recipientId: recipient.id }, { $set: { verifiedAt: new Date() } });
    const title = "*{{monitor.name}}* <{{change.share}}>";
    const text = "{{event.type}} at {{page.host}} & {{event.title}}";
    const worded = await send("POST", "/alert-targets", {
      name: "worded",
      tags: ["worded"],
      channels: [slack("worded")],
      recipientIds: [recipient.id],
      template: { title, text },
    });
    const name = "Hostile <!channel> {{value.new}}";
    const alerts = { email: { account: false }, channels: [slack("usual")] };
    const { id, change } = await watch({ name, tags: ["worded"], alerts });
    await change();
    const [message] = await until(async () => receivedAt("worded").length === 1 && receivedAt("worded"));
    const { blocks } = JSON.parse(message?.body ?? "{}");
    expect(blocks[0].text.text).to.match(/^\*Hostile <!channel> \{\{value\.new\}\}\* <\d[\d.]* %>$/);
    expect(blocks[1].text.text).to.match(
      /^monitor\.change_detected at \S+ &amp; Hostile &lt;!channel&gt; \{\{value\.new\}\} has changed$/,
    );
    const [usual] = await until(async () => receivedAt("usual").length === 1 && receivedAt("usual"));
    expect(usual?.body).to.include("The page differs from its baseline");
    const mail = await until(() => database.deliveries.findOne({ resourceId: id, channel: "email" }));
    expect(mail?.channel === "email" && mail.content).to.deep.include({ kind: "alert", template: { title, text } });

    const [channel] = worded.channels;
    expect((await caller.call("POST", `/alert-targets/${worded.id}/channels/${channel?.id}/test`)).status).to.equal(
      202,
    );
    const [, sample] = await until(async () => receivedAt("worded").length === 2 && receivedAt("worded"));
    expect(sample?.body).to.include("Test: *Kettle* <3.1 %>").and.include("monitor.change_detected at");
  });
});
