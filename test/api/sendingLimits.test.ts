import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { recordAttempt, recordEvent } from "#activities/projections/deliveries.ts";
import type { EventType } from "#schemas/events.ts";
import type { Reply } from "./support/client.ts";
import { at, listAt, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

/** One instant, so that all calls are in the same minute. */
const instant = new Date();
const slack = (name: string) => ({ type: "slack", url: `https://hooks.slack.com/services/T/B/${name}` });

const countOf = (replies: readonly Reply[], status: number): number =>
  replies.filter((reply) => reply.status === status).length;

/** A refusal's code, its sentence, and the seconds to wait. */
const refusalOf = ({ headers, json }: Reply) => ({
  code: at(json, "code") ?? at(json, "error"),
  message: at(json, at(json, "code") === undefined ? "message" : "error"),
  seconds: Number(headers.get("Retry-After")),
});

describe("limits of samples and replays", () => {
  const { api, account } = useApi({ now: () => instant, accountPerTest: true });
  const monitors = monitorRequests(account);

  /** A monitor with channels: its path, and those of its channels' samples. */
  async function watched(count: number): Promise<{ path: string; samples: string[] }> {
    const channels = Array.from({ length: count }, (_, index) => slack(String(index)));
    const { json } = await monitors.create({ alerts: { channels } });
    const path = `/render/monitors/${textAt(json, "monitor.id")}`;
    const shown = listAt(json, "monitor.alerts.channels");
    return { path, samples: shown.map((channel) => `${path}/channels/${textAt(channel, "id")}/test`) };
  }
  const post = (path: string, count: number, { client } = account) =>
    Promise.all(Array.from({ length: count }, () => client.call("POST", path)));
  /** Records a failed delivery. Another cause is another delivery to the same receiver. Returns the path that replays it. */
  const recorded = async (type: EventType, resourceId: string, cause = 1): Promise<string> => {
    const { database } = api.ports;
    const target = { url: "sealed:v1:url", sealedFor: resourceId } as const;
    const fact = { type, accountId: account.accountId, resourceId, cause, target, data: {} };
    const eventId = await recordEvent(database, fact, instant);
    const attempt = { at: instant, duration: 5, statusCode: 500, responseBody: "", error: null };
    await recordAttempt(database, { eventId, attempt, status: "failed" });
    return `/webhook-deliveries/${eventId}/replay`;
  };

  it("let six samples a minute go to one channel, and name the limit", async () => {
    const { samples } = await watched(2);
    const replies = await post(samples[0] ?? "", 40);
    expect([countOf(replies, 202), countOf(replies, 429)]).to.deep.equal([6, 34]);
    const [refusal] = replies.filter(({ status }) => status === 429).map(refusalOf);
    expect(refusal?.code).to.equal("rate_limited");
    expect(refusal?.message).to.match(/At most 6 samples and replays a minute go to one receiver/);
    expect(refusal?.seconds).to.be.within(1, 60);
    const { accountId } = account;
    expect(await api.ports.database.deliveries.countDocuments({ accountId })).to.equal(6);
    expect(countOf(await post(samples[1] ?? "", 1), 202)).to.equal(1);
  });

  it("let 60 samples a minute go out of one account, whatever the channels, and do not count others'", async () => {
    const replies: Reply[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { samples } = await watched(5);
      for (const sample of samples) replies.push(...(await post(sample, 5)));
    }
    expect([countOf(replies, 202), countOf(replies, 429)]).to.deep.equal([60, 15]);
    expect(at(replies.at(-1)?.json, "error")).to.match(/An account sends at most 60/);
    const other = await api.account();
    const { json } = await monitors.create({ alerts: { channels: [slack("other")] } }, other);
    const path = `/render/monitors/${textAt(json, "monitor.id")}`;
    expect(
      countOf(await post(`${path}/channels/${textAt(json, "monitor.alerts.channels.0.id")}/test`, 1, other), 202),
    ).to.equal(1);
  });

  it("let six replays a minute go to one receiver", async () => {
    const receiver = uuidv7();
    // A replay of a delivery that is under way starts nothing and is not counted, so each call replays another one.
    const causes = Array.from({ length: 20 }, (_, index) => index + 1);
    const paths = await Promise.all(causes.map((cause) => recorded("job.failed", receiver, cause)));
    const replies = (await Promise.all(paths.map((path) => post(path, 1)))).flat();
    expect([countOf(replies, 202), countOf(replies, 429)]).to.deep.equal([6, 14]);
    expect(at(replies.find(({ status }) => status === 429)?.json, "message")).to.match(/receiver/);
    expect(countOf(await post(await recorded("job.failed", uuidv7()), 1), 202)).to.equal(1);
  });

  it("do not count a replay that is under way already", async () => {
    const path = await recorded("job.failed", uuidv7());
    for (let index = 0; index < 8; index += 1) expect(countOf(await post(path, 1), 202)).to.equal(1);
  });

  it("refuse replays after the end of their monitor", async () => {
    const [gone, live] = [await watched(1), await watched(1)];
    const replayOf = ({ path }: { path: string }) => recorded("monitor.failed", path.split("/").at(-1) ?? "");
    const [ofGone, ofLive] = [await replayOf(gone), await replayOf(live)];
    expect((await account.client.call("DELETE", gone.path)).status).to.equal(200);
    const [refused] = await post(ofGone, 1);
    expect([refused?.status, at(refused?.json, "message")]).to.deep.equal([
      409,
      "The monitor or the channel of this delivery was deleted.",
    ]);
    expect(countOf(await post(ofLive, 1), 202)).to.equal(1);
  });

  it("hold for syncs of sitemaps on request, too", async () => {
    const body = { sitemapUrl: "https://example.com/sitemap.xml", monitor: { intervalMinutes: 60 } };
    const { json } = await account.client.call("POST", "/render/monitors/from-sitemap", { body });
    const replies = await post(`/render/monitor-sitemaps/${textAt(json, "sitemap.id")}/sync`, 40);
    expect([countOf(replies, 202), countOf(replies, 429)]).to.deep.equal([30, 10]);
  });
});
