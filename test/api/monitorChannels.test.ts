import { expect } from "chai";
import { at, objectsAt, problems, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

const slack = { type: "slack", url: "https://hooks.slack.com/services/T/B/canary" };
const telegram = { type: "telegram", token: "123456:abcdefghijklmnopqrstuvwxyz", chatId: "-100" };

describe("a monitor's channels", () => {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);
  const channelsOf = (json: unknown) => objectsAt(json, "monitor.alerts.channels");
  const sealedOf = async (id: string) => {
    const record = await api.ports.database.monitors.findOne({ _id: id });
    return record?.spec.channels.map(({ sealed }) => sealed) ?? [];
  };

  it("are shown by id, type and host alone", async () => {
    const ntfy = { type: "ntfy", url: "https://ntfy.example:8443/topic", token: "tk_canary" };
    const { json } = await monitors.create({ alerts: { channels: [slack, telegram, ntfy] } });
    const channels = channelsOf(json);
    expect(channels.map(({ type, host }) => [type, host])).to.deep.equal([
      ["slack", "hooks.slack.com"],
      ["telegram", "api.telegram.org"],
      ["ntfy", "ntfy.example:8443"],
    ]);
    for (const channel of channels) expect(Object.keys(channel)).to.have.members(["id", "type", "host"]);
    const record = await api.ports.database.monitors.findOne({ _id: textAt(json, "monitor.id") });
    expect(JSON.stringify([json, record])).to.not.match(/canary|abcdefghij|-100/);
  });

  it("keep what is not given again, if their id is", async () => {
    const { json } = await monitors.create({ alerts: { channels: [slack, telegram] } });
    const id = textAt(json, "monitor.id");
    const [first, second] = channelsOf(json);
    const before = await sealedOf(id);
    const given = [
      { type: "telegram", id: second?.["id"], chatId: "@news" },
      { type: "slack", id: first?.["id"] },
      slack,
    ];
    const changed = await monitors.patch(id, { alerts: { channels: given } });
    const ids = channelsOf(changed.json).map((channel) => channel["id"]);
    expect(ids.slice(0, 2)).to.deep.equal([second?.["id"], first?.["id"]]);
    expect(ids[2]).to.not.be.oneOf([first?.["id"], second?.["id"]]);
    const [chat, hook] = await sealedOf(id);
    expect(hook).to.deep.equal(before[0]);
    expect(chat?.token).to.equal(before[1]?.token);
    expect(chat?.chatId).to.be.a("string").and.not.equal(before[1]?.chatId);
    const renamed = await monitors.patch(id, { name: "Other", alerts: { email: { account: false } } });
    expect(channelsOf(renamed.json)).to.have.length(3);
    expect(channelsOf((await monitors.patch(id, { alerts: { channels: [] } })).json)).to.deep.equal([]);
  });

  it("are refused with the field and what to do", async () => {
    const created = await monitors.create({ alerts: { channels: [slack] } });
    const id = textAt(created.json, "monitor.id");
    const channelId = textAt(created.json, "monitor.alerts.channels.0.id");
    const foreign = "01900000-0000-7000-8000-000000000009";
    const wrong: [channel: Record<string, unknown>, field: string, message: RegExp][] = [
      [{ type: "slack" }, "url", /is required for a new channel/],
      [{ type: "telegram", token: telegram.token }, "chatId", /is required for a new channel/],
      [{ ...telegram, token: "secret" }, "token", /@BotFather/],
      [{ ...slack, token: "abc" }, "token", /not a known field/],
      [{ ...slack, url: "ftp://hooks.slack.com/" }, "url", /must start with http/],
      [{ ...slack, url: "http://10.0.0.1/hook" }, "url", /target_forbidden/],
      [{ type: "ntfy", url: "https://ntfy.example" }, "url", /must end with a topic/],
      [{ type: "ntfy", url: "https://ntfy.example/a/%zz" }, "url", /must end with a topic/],
      [{ type: "ntfy", url: `https://ntfy.example/${"t".repeat(65)}` }, "url", /must end with a topic/],
      [{ type: "pager", url: slack.url }, "type", /slack/],
      [{ url: slack.url }, "type", /required/],
      [{ type: "slack", id: foreign }, "id", /leave it out/],
      [{ type: "discord", id: channelId }, "type", /must be slack/],
    ];
    for (const [channel, field, message] of wrong) {
      const { status, json } = await monitors.patch(id, { alerts: { channels: [channel] } });
      const found = problems(json);
      expect([status, Object.keys(found)], JSON.stringify(channel)).to.deep.equal([
        400,
        [`alerts.channels.0.${field}`],
      ]);
      expect(found[`alerts.channels.0.${field}`]).to.match(message);
    }
    const same = { type: "slack", id: channelId };
    const twice = await monitors.patch(id, { alerts: { channels: [same, same] } });
    expect(Object.keys(problems(twice.json))).to.deep.equal(["alerts.channels.1.id"]);
  });

  it("take each setting within its bounds and refuse it beyond, by name", async () => {
    const long = (length: number) => "https://chat.example/".padEnd(length, "x");
    const ntfy = { type: "ntfy", url: "https://ntfy.example/topic" };
    const apprise = { type: "apprise", url: "https://apprise.example/notify/key" };
    const bounds: [channel: Record<string, unknown>, field: string, good: string[], bad: string[]][] = [
      ...["slack", "discord", "teams", "apprise"].map((type): [Record<string, unknown>, string, string[], string[]] => [
        { type },
        "url",
        [long(2048)],
        [long(2049), ""],
      ]),
      [ntfy, "url", [`https://ntfy.example/base/${"t".repeat(64)}/`], ["https://ntfy.example/a.b"]],
      [ntfy, "token", ["t", "t".repeat(256)], ["", "t".repeat(257), "a b"]],
      [telegram, "token", [telegram.token], ["123456", "abc:def"]],
      [telegram, "chatId", ["1", "c".repeat(64)], ["", "c".repeat(65), "a b"]],
      [apprise, "urls", ["json://a", "j".repeat(2048)], ["", "j".repeat(2049), "json://a json://b"]],
      [apprise, "tag", ["a", "a b".padEnd(256, "c")], ["", "c".repeat(257)]],
    ];
    for (const [channel, field, good, bad] of bounds) {
      const create = (value: string) => monitors.create({ alerts: { channels: [{ ...channel, [field]: value }] } });
      for (const value of good) expect((await create(value)).status, `${field} ${value}`).to.equal(201);
      for (const value of bad) {
        const { status, json } = await create(value);
        expect([status, Object.keys(problems(json))], `${field} ${value}`).to.deep.equal([
          400,
          [`alerts.channels.0.${field}`],
        ]);
      }
    }
  });

  it("get a sample by a delivery of their own, once per key", async () => {
    const { json } = await monitors.create({ alerts: { channels: [slack] } });
    const channelId = textAt(json, "monitor.alerts.channels.0.id");
    const path = `/render/monitors/${textAt(json, "monitor.id")}/channels`;
    const send = (id = channelId) =>
      account.client.call("POST", `${path}/${id}/test`, { headers: { "Idempotency-Key": "sample" } });
    const sent = await send();
    expect(sent.status).to.equal(202);
    expect(at(sent.json, "delivery")).to.deep.include({
      channel: "slack",
      channelId,
      host: "hooks.slack.com",
      type: "channel.test",
      status: "pending",
      body: null,
    });
    const eventId = textAt(sent.json, "delivery.id");
    expect(api.orchestrator.orders.at(-1)).to.deep.nested.include({
      type: "webhookDelivery",
      "input.eventId": eventId,
    });
    expect(textAt((await send()).json, "delivery.id")).to.equal(eventId);
    expect((await send("01900000-0000-7000-8000-000000000009")).status).to.equal(422);
    const unknown = await account.client.call("POST", `${path}/01900000-0000-7000-8000-000000000009/test`);
    expect(unknown.status).to.equal(404);
    const listed = await account.client.call("GET", "/webhook-deliveries?channel=slack");
    expect(JSON.stringify(listed.json)).to.include(eventId).and.not.include("canary");
  });
});
