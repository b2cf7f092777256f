import { expect } from "chai";
import sharp from "sharp";
import type { Delivery } from "#schemas/events.ts";
import { ChannelType } from "#schemas/monitor/channels.ts";
import { channelChecks } from "../support/channelLimits.ts";
import { monitorsOf } from "../support/monitors.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageWith = (price: string, colour: string) =>
  `<!doctype html><title>Shop</title><body style="background:${colour}"><p>Bread costs ${price} each</p>`;

/** The address of each service's stand-in. */
const paths: Record<string, RegExp> = {
  slack: /^\/services\//,
  discord: /^\/api\/webhooks\//,
  teams: /^\/workflows\//,
  ntfy: /^\/$/,
  telegram: /^\/bot/,
  apprise: /^\/notify\//,
};

describe("a monitor's channels at work", function () {
  this.timeout(120_000);
  let caller: Caller;

  const site = useResource(startHeldSite);
  const services = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, services.host], openBrowser: openSketchBrowser });
  before(async () => {
    site.release();
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });

  const channels = () => [
    { type: "slack", url: `${services.url}/services/T/B/X` },
    { type: "discord", url: `${services.url}/api/webhooks/1/X` },
    { type: "teams", url: `${services.url}/workflows/1` },
    { type: "ntfy", url: `${services.url}/my-topic` },
    { type: "telegram", url: services.url, token: "123456:AAAAAAAAAAAAAAAAAAAAAAAAA", chatId: "-100" },
    { type: "apprise", url: `${services.url}/notify/key` },
  ];
  const receivedBy = (type: string) => services.received.filter(({ path }) => paths[type]?.test(path));
  const deliveriesOf = async (query: string): Promise<Delivery[]> => {
    const reply = await caller.call("GET", `/webhook-deliveries?${query}`);
    const { deliveries }: { deliveries: Delivery[] } = await reply.json();
    return deliveries;
  };
  const watch = async (body: Record<string, unknown>) => {
    site.page = pageWith("€39", "white");
    const monitors = monitorsOf(pipeline, caller, `${site.url}/write-only-path`);
    const { id } = await monitors.create({ capture: { width: 320, height: 240, text: true }, ...body });
    await monitors.based(id);
    return { id, monitors };
  };

  it("each get a change once, in the service's limits, whatever the other services answer", async () => {
    services.answer = ({ path }, count) => {
      if (paths["teams"]?.test(path) === true && count === 1) return null;
      if (paths["discord"]?.test(path) === true && count === 1)
        return { status: 429, headers: { "retry-after": "1" }, body: '{"retry_after": 1}' };
      if (paths["ntfy"]?.test(path) === true && count === 1) return { status: 503 };
      // An Apprise server that has stored no address for the key sends nothing.
      if (paths["apprise"]?.test(path) === true && count === 1) return { status: 204 };
      // A service that cannot load the picture refuses the message.
      if (path.endsWith("/sendPhoto")) return { status: 400, body: '{"ok":false}' };
      return { status: 200, body: "<html>garbage" };
    };
    const { id, monitors } = await watch({ alerts: { email: { account: false }, channels: channels() } });
    site.page = pageWith("€45", "black");
    const run = await monitors.runNow(id);
    expect(run.result).to.include({ changed: true });
    // The service that does not answer delays neither the run nor another channel.
    await until(async () => receivedBy("slack").length === 1 && receivedBy("apprise").length === 1);
    await until(async () => receivedBy("teams").length === 1);
    expect((await deliveriesOf(`channel=teams&resourceId=${id}`))[0]?.status).to.equal("pending");
    expect((await monitors.runNow(id)).status).to.equal("completed");
    services.hangUp();

    const ended = await until(async () => {
      const all = await deliveriesOf(`type=monitor.change_detected&resourceId=${id}`);
      return all.every(({ status }) => status === "delivered") && all;
    }, 60_000);
    const tries = Object.fromEntries(
      ended.map(({ channel, attempts }) => [channel, attempts.map((one) => one.statusCode)]),
    );
    expect(tries).to.deep.equal({
      slack: [200],
      discord: [429, 200],
      teams: [null, 200],
      ntfy: [503, 200],
      telegram: [400, 200],
      apprise: [204, 200],
    });
    for (const type of ChannelType.enum) {
      const sent = receivedBy(type);
      expect(sent, type).to.have.length(tries[type]?.length ?? 0);
      for (const one of sent) expect(channelChecks[type]?.(JSON.parse(one.body), one), type).to.deep.equal([]);
      const { body = "" } = sent.at(-1) ?? {};
      expect(body.replaceAll("\\", ""), type)
        .to.include("Prices: ")
        .and.include("€39")
        .and.include("€45")
        .and.include(`/console/monitors/${id}/runs/${run.id}`)
        .and.not.include("write-only-path");
    }
    expect(receivedBy("telegram").at(-1)?.path).to.match(/sendMessage$/);
  });

  it("of each type survive each fault of their service: one message, after one more try", async () => {
    services.received.length = 0;
    const faults: Record<string, ReturnType<typeof services.answer>> = {
      busy: { status: 429, headers: { "retry-after": "1" } },
      broken: { status: 500, body: "<html>" },
      garbage: { raw: "\0\x16no HTTP\r\n\r\n" },
      closed: { raw: "" },
      silent: null,
    };
    services.answer = ({ path }, count) => {
      const [, fault = ""] = path.split("/");
      return count === 1 ? (faults[fault] ?? null) : { status: 200 };
    };
    const samples = Object.keys(faults).map(async (fault) => {
      const own = channels().map((channel) => ({
        ...channel,
        url: channel.url.replace(services.url, `${services.url}/${fault}`),
      }));
      const { id, monitors } = await watch({ alerts: { email: { account: false }, channels: own } });
      const { alerts } = await monitors.get(id);
      const sent = alerts.channels.map(({ id: channel }) =>
        caller.call("POST", `/render/monitors/${id}/channels/${channel}/test`),
      );
      expect((await Promise.all(sent)).map(({ status }) => status)).to.deep.equal(Array(6).fill(202));
      return [fault, id] as const;
    });
    const ids = new Map(await Promise.all(samples));
    const endOf = (fault: string) =>
      until(async () => {
        const all = await deliveriesOf(`type=channel.test&resourceId=${ids.get(fault)}`);
        return all.length === 6 && all.every(({ status }) => status === "delivered") && all;
      }, 60_000);
    const triesOf = (all: Delivery[]) =>
      Object.fromEntries(all.map(({ channel, attempts }) => [channel, attempts.map((one) => one.statusCode)]));
    const expected = (tries: (number | null)[]) => Object.fromEntries(ChannelType.enum.map((type) => [type, tries]));
    expect(triesOf(await endOf("busy"))).to.deep.equal(expected([429, 200]));
    expect(triesOf(await endOf("broken"))).to.deep.equal(expected([500, 200]));
    expect(triesOf(await endOf("garbage"))).to.deep.equal(expected([null, 200]));
    expect(triesOf(await endOf("closed"))).to.deep.equal(expected([null, 200]));
    const silent = await deliveriesOf(`type=channel.test&resourceId=${ids.get("silent")}`);
    expect(silent.map(({ status }) => status)).to.deep.equal(Array(6).fill("pending"));
    expect(triesOf(await endOf("silent"))).to.deep.equal(expected([null, 200]));
    expect(services.received).to.have.length(Object.keys(faults).length * 6 * 2);
  });

  it("show a picture that the service can load, and get samples and replays", async () => {
    services.received.length = 0;
    services.answer = () => ({ status: 200 });
    const [slack] = channels();
    const alerts = { email: { account: false }, channels: [slack], webhook: { url: `${services.url}/hook` } };
    const { id, monitors } = await watch({ baselineMode: "fixed", alerts });
    const [channel] = (await monitors.get(id)).alerts.channels;
    const sample = await caller.call("POST", `/render/monitors/${id}/channels/${channel?.id}/test`);
    expect(sample.status).to.equal(202);
    await until(async () => receivedBy("slack").length === 1);
    expect(receivedBy("slack")[0]?.body).to.include("Test of Prices").and.include("This is a sample");

    site.page = pageWith("€45", "black");
    await monitors.runNow(id);
    const [, message] = await until(async () => receivedBy("slack").length === 2 && receivedBy("slack"));
    const { blocks }: { blocks: { type: string; image_url?: string }[] } = JSON.parse(message?.body ?? "{}");
    const picture = await fetch(blocks.find(({ type }) => type === "image")?.image_url ?? "");
    expect([picture.status, picture.headers.get("content-type")]).to.deep.equal([200, "image/jpeg"]);

    expect(await sharp(await picture.arrayBuffer()).metadata()).to.include({ width: 320 });
    const hook = await until(async () => services.received.find(({ path }) => path === "/hook"));
    const { data }: { data: { pairUrl: string; links: Record<string, string> } } = JSON.parse(hook.body);
    expect((await fetch(data.pairUrl)).headers.get("content-type")).to.equal("image/jpeg");
    expect(Object.keys(data.links)).to.deep.equal(["see", "review", "accept", "mute", "pause"]);
    expect(message?.body).to.include("Accept this change").and.include("Mute for a day");
    const accepted = await fetch(data.links["accept"] ?? "", { method: "POST" });
    expect(await accepted.json()).to.deep.equal({ success: true, action: "accept", done: true });
    await until(async () => (await monitors.get(id)).incident === null);

    const [delivery] = await until(async () => {
      const all = await deliveriesOf(`channel=slack&type=monitor.change_detected&resourceId=${id}`);
      return all[0]?.status === "delivered" && all;
    });
    const replay = await caller.call("POST", `/webhook-deliveries/${delivery?.id}/replay`);
    expect(replay.status).to.equal(202);
    const texts = () => receivedBy("slack").filter(({ body }) => body.includes("Prices: "));
    await until(async () => texts().length === 2);
  });
});
