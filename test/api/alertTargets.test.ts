import { expect } from "chai";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const slack = "https://hooks.slack.com/services/T0/B0/CANARY-1";
const page = { name: "Shop", url: "https://shop.example.com/", intervalMinutes: 60 };
const unknownId = "00000000-0000-7000-8000-000000000000";

describe("alert targets", () => {
  const { account, api } = useApi({ accountPerTest: true });
  const call = (method: string, path: string, given?: object) =>
    account.client.call(method, path, given === undefined ? {} : { body: given });
  const make = async (change: object = {}) => {
    const { status, json } = await call("POST", "/alert-targets", {
      name: "shop-team",
      channels: [{ type: "slack", url: slack }],
      ...change,
    });
    expect(status, JSON.stringify(json)).to.equal(201);
    return textAt(json, "alertTarget.id");
  };

  it("are made, read, listed, changed and deleted, and no reply and no record has an address", async () => {
    const id = await make({ tags: [" shop ", "shop", "sale"] });
    const read = await call("GET", `/alert-targets/${id}`);
    const [channel] = [textAt(read.json, "alertTarget.channels.0.id")];
    expect(at(read.json, "alertTarget")).to.deep.include({
      name: "shop-team",
      channels: [{ id: channel, type: "slack", host: "hooks.slack.com" }],
      recipientIds: [],
      tags: ["shop", "sale"],
      allMonitors: false,
    });
    expect(at((await call("GET", "/alert-targets")).json, "alertTargets")).to.deep.equal([
      at(read.json, "alertTarget"),
    ]);
    const changed = await call("PATCH", `/alert-targets/${id}`, {
      name: "everyone",
      channels: [
        { type: "slack", id: channel, url: `${slack}-2` },
        { type: "ntfy", url: "https://ntfy.sh/my-topic", token: "CANARY-3" },
      ],
      allMonitors: true,
    });
    expect(at(changed.json, "alertTarget")).to.deep.include({
      name: "everyone",
      tags: ["shop", "sale"],
      allMonitors: true,
    });
    expect(textAt(changed.json, "alertTarget.channels.0.id")).to.equal(channel);
    expect(textAt(changed.json, "alertTarget.channels.1.host")).to.equal("ntfy.sh");
    const record = await api.ports.database.alertTargets.findOne({ _id: id });
    expect(JSON.stringify([read.json, changed.json, record])).to.not.include("CANARY");
    expect((await call("DELETE", `/alert-targets/${id}`)).status).to.equal(200);
    expect((await call("GET", `/alert-targets/${id}`)).status).to.equal(404);
  });

  it("refuse what can't work, and name the field", async () => {
    const id = await make();
    const wrong: [change: object, field: string][] = [
      [{ channels: [] }, "channels"],
      [{ channels: [{ type: "slack" }] }, "channels.0.url"],
      [{ channels: [{ type: "slack", url: "http://127.0.0.1/CANARY" }] }, "channels.0.url"],
      [{ channels: [{ type: "ntfy", url: "https://ntfy.sh/" }] }, "channels.0.url"],
      [{ channels: [{ type: "slack", id: unknownId }] }, "channels.0.id"],
      [{ channels: [], recipientIds: [unknownId] }, "recipientIds.0"],
      [{ tags: [""] }, "tags.0"],
      [{ name: "Not a name" }, "name"],
    ];
    for (const [change, field] of wrong) {
      const { status, json } = await call("PATCH", `/alert-targets/${id}`, change);
      expect([status, textAt(json, "fields.0.field")], JSON.stringify(change)).to.deep.equal([400, field]);
      expect(JSON.stringify(json)).to.not.include("CANARY");
    }
    const other = await make({ name: "other" });
    const twice = await call("PATCH", `/alert-targets/${other}`, { name: "shop-team" });
    expect([twice.status, textAt(twice.json, "error")]).to.deep.equal([409, "alert_target_exists"]);
    const again = await call("POST", "/alert-targets", { name: "other", channels: [{ type: "slack", url: slack }] });
    expect([again.status, textAt(again.json, "error")]).to.deep.equal([409, "alert_target_exists"]);
  });

  it("must be the account's when a monitor or a sitemap names them, and leave the monitors at their end", async () => {
    const id = await make();
    const alerts = (targetIds: string[]) => ({ alerts: { targetIds } });
    const monitor = await call("POST", "/render/monitors", { ...page, ...alerts([id.toUpperCase()]) });
    expect(at(monitor.json, "monitor.alerts.targetIds")).to.deep.equal([id]);
    const path = `/render/monitors/${textAt(monitor.json, "monitor.id")}`;
    const sitemap = { sitemapUrl: "https://shop.example.com/sitemap.xml" };
    const refused: [method: string, path: string, body: object, field: string][] = [
      ["POST", "/render/monitors", { ...page, ...alerts([unknownId]) }, "alerts.targetIds.0"],
      ["PATCH", path, alerts([id, unknownId]), "alerts.targetIds.1"],
      [
        "POST",
        "/render/monitors/from-sitemap",
        { ...sitemap, monitor: { intervalMinutes: 60, ...alerts([unknownId]) } },
        "monitor.alerts.targetIds.0",
      ],
    ];
    for (const [method, to, body, field] of refused) {
      const { status, json } = await call(method, to, body);
      expect([status, textAt(json, "fields.0.field")], to).to.deep.equal([400, field]);
    }
    await call("DELETE", `/alert-targets/${id}`);
    expect(at((await call("GET", path)).json, "monitor.alerts.targetIds")).to.deep.equal([]);
  });

  it("send a sample to a channel of theirs", async () => {
    const id = await make();
    const channel = textAt((await call("GET", `/alert-targets/${id}`)).json, "alertTarget.channels.0.id");
    const sent = await call("POST", `/alert-targets/${id}/channels/${channel}/test`);
    expect([sent.status, textAt(sent.json, "delivery.channel"), textAt(sent.json, "delivery.type")]).to.deep.equal([
      202,
      "slack",
      "channel.test",
    ]);
    expect((await call("POST", `/alert-targets/${id}/channels/${unknownId}/test`)).status).to.equal(404);
  });

  it("lose a recipient who is removed", async () => {
    const added = await call("POST", "/render/monitor-recipients", { email: "ann@example.com" });
    const recipient = textAt(added.json, "recipient.id");
    const id = await make({ recipientIds: [recipient] });
    await call("DELETE", `/render/monitor-recipients/${recipient}`);
    expect(at((await call("GET", `/alert-targets/${id}`)).json, "alertTarget.recipientIds")).to.deep.equal([]);
  });

  it("keep the wording of their messages until it is replaced or removed", async () => {
    const template = { title: "{{monitor.name}} {braces}", text: "{{ value.old }} → {{value.new}}\n{{event.link}}" };
    const id = await make({ template });
    const wording = async () => at((await call("GET", `/alert-targets/${id}`)).json, "alertTarget.template");
    expect(await wording()).to.deep.equal(template);
    await call("PATCH", `/alert-targets/${id}`, { tags: ["shop"] });
    expect(await wording()).to.deep.equal(template);
    await call("PATCH", `/alert-targets/${id}`, { template: { title: "Changed" } });
    expect(await wording()).to.deep.equal({ title: "Changed" });
    const removed = await call("PATCH", `/alert-targets/${id}`, { template: null });
    expect(at(removed.json, "alertTarget.template")).to.equal(null);
    const plain = await make({ name: "plain" });
    expect(at((await call("GET", `/alert-targets/${plain}`)).json, "alertTarget.template")).to.equal(null);
  });

  it("refuse a wording with an unknown field, with loose braces or without words, and say what there is", async () => {
    const wrong: [template: object, field: string, message: string][] = [
      [
        { title: "{{monitr.name}}" },
        "template.title",
        "has the unknown field “monitr.name”; the nearest are monitor.name,",
      ],
      [{ title: "a", text: "{{secret:key}}" }, "template.text", "has the unknown field “secret:key”; the nearest are "],
      [{ text: "{{#if a}}" }, "template.text", "has the unknown field “#if a”; the nearest are "],
      [{ text: "{{}}" }, "template.text", "has the unknown field “”; the nearest are "],
      [{ text: "{{monitor.name" }, "template.text", "has {{ or }} without a field; write one like {{monitor.name}}"],
      [{ text: "" }, "template.text", "must not be empty"],
      [{ text: "x".repeat(2_001) }, "template.text", "must have at most 2000 characters"],
      [{ title: "x".repeat(201) }, "template.title", "must have at most 200 characters"],
      [{}, "template", "must have at least"],
      [{ subject: "a" }, "template.subject", "is not a known field; the known ones are title, text"],
    ];
    for (const [template, field, message] of wrong) {
      for (const [method, path, body] of [
        ["POST", "/alert-targets", { name: "worded", channels: [{ type: "slack", url: slack }], template }],
        ["POST", "/alert-targets/preview", { template }],
      ] as const) {
        const { status, json } = await call(method, path, body);
        expect(
          [status, textAt(json, "fields.0.field")],
          `${path} ${JSON.stringify(template)}`.slice(0, 90),
        ).to.deep.equal([400, field]);
        expect(textAt(json, "fields.0.message")).to.include(message);
      }
    }
  });

  it("show a sample of a wording in each kind of channel, and send nothing", async () => {
    const before = await api.ports.database.deliveries.countDocuments();
    const template = { title: "<{{monitor.name}}>", text: "Now {{value.new}} & {{failure.reason}}" };
    const change = await call("POST", "/alert-targets/preview", { template });
    expect(change.status).to.equal(200);
    expect(textAt(change.json, "preview.title")).to.equal("<Kettle>");
    // A change has no reason of a failure, so the text keeps its usual wording.
    expect(textAt(change.json, "preview.text")).to.match(/^The page differs from its baseline/);
    expect(textAt(change.json, "preview.messages.0.body.html")).to.include("&lt;Kettle&gt;");
    expect(textAt(change.json, "preview.messages.1.channel")).to.equal("slack");
    const text = "Now {{monitor.name}} & {{failure.reason}}";
    const failed = await call("POST", "/alert-targets/preview", { template: { text }, type: "monitor.failed" });
    expect(textAt(failed.json, "preview.text")).to.equal("Now Kettle & The page answered 503.");
    expect(textAt(failed.json, "preview.messages.1.body.blocks.1.text.text")).to.equal(
      "Now Kettle &amp; The page answered 503.",
    );
    const usual = await call("POST", "/alert-targets/preview", {});
    expect(textAt(usual.json, "preview.title")).to.equal("Kettle: € 39.00 → € 34.00");
    expect(textAt(usual.json, "preview.fields.0.name")).to.equal("monitor.name");
    expect(await api.ports.database.deliveries.countDocuments()).to.equal(before);
  });
});
