import { expect } from "chai";
import { MongoClient } from "mongodb";
import { uuidv7 } from "uuidv7";
import { routes } from "#api/routes.ts";
import { openDatabase } from "#data/mongo.ts";
import { emailDelivery } from "../support/emailDelivery.ts";
import { servers } from "../support/servers.ts";
import { textAt } from "./support/fields.ts";
import { recordReads } from "./support/recordReads.ts";
import { type TestAccount, type TestApi, testApi } from "./support/testApi.ts";
import { useServers } from "./support/useApi.ts";

const url = "https://example.com/";
/** The text in each field that no list shows. */
const hidden = `sealed:v1:${"hidden ".repeat(2_000)}`;
const storage = { accessKeyId: hidden, secretAccessKey: hidden };
const signIn = {
  name: "mine",
  url,
  steps: [{ click: { target: "#go" } }],
  signedIn: { text: "Out" },
};
const webhook = { url: hidden, sealedFor: "id" };

/** Dotted paths of a record, with values that no list shows. */
type Fields = Record<string, unknown>;
type Made = { path: string; collection?: string; id?: string; fields?: Fields };

describe("no list reads a field that it does not show", () => {
  let api: TestApi;
  let account: TestAccount;
  const reads: { collection: string; documents: readonly unknown[] }[] = [];

  useServers();
  before(async () => {
    const database = openDatabase((await servers()).info.mongoUrl);
    api = await testApi({
      database: recordReads(database, (collection, documents) => reads.push({ collection, documents })),
    });
    account = await api.account();
  });
  after(() => api.close());

  const make = async (path: string, body: unknown, field: string): Promise<string> =>
    textAt((await account.client.call("POST", path, { body })).json, field);
  const resultWithSteps = {
    "result.page": { finalUrl: url, statusCode: 200, title: "", contentType: "", redirects: [], steps: [hidden] },
    "result.timings": { queued: 0, navigation: 0, capture: 0, extraction: 0, upload: 0, total: 0 },
    "result.outputs": [],
  };
  const monitor = () => make("/render/monitors", { name: "Mine", url, intervalMinutes: 60 }, "monitor.id");
  const capture = {
    "spec.headers": hidden,
    "spec.cookies": hidden,
    "spec.storage": {
      provider: "s3",
      bucket: "b",
      path: "p",
      endpoint: url,
      region: "r",
      returnLocation: false,
      ...storage,
    },
    webhook,
  };

  /** A record of each list, with a value in every field that the list does not show. */
  const makers: Record<string, () => Promise<Made>> = {
    listJobs: async () => ({
      path: "/jobs",
      collection: "jobs",
      id: await make("/render", { url }, "id"),
      fields: {
        ...capture,
        "result.discovery": hidden,
        "result.values": { title: { value: hidden, text: hidden } },
        ...resultWithSteps,
      },
    }),
    listDiffs: async () => ({
      path: "/render/diff",
      collection: "jobs",
      id: await make("/render/diff", { before: { url }, after: { url } }, "id"),
      fields: capture,
    }),
    listSchedules: async () => ({
      path: "/render/scheduled",
      collection: "schedules",
      id: await make("/render/schedule-recurring", { url, pattern: "0 * * * *" }, "id"),
      fields: capture,
    }),
    listBatches: async () => ({
      path: "/render/batches",
      collection: "batches",
      id: await make("/render/smart-batch", { urls: [url] }, "batch"),
      fields: { ...capture, "items.0.url": hidden },
    }),
    listCrawls: async () => ({
      path: "/crawls",
      collection: "crawls",
      id: await make("/crawl", { url }, "id"),
      fields: { ...capture, anchors: [hidden], sessionParameters: [hidden] },
    }),
    listCrawlPages: async () => ({ path: `/crawl/${await make("/crawl", { url }, "id")}/pages` }),
    listDeliveries: async () => {
      const mail = emailDelivery(account.accountId);
      await api.ports.database.deliveries.insertOne(mail);
      const fields = { content: hidden, body: hidden, "target.url": hidden, "target.sealed": { url: hidden } };
      return { path: "/webhook-deliveries", collection: "deliveries", id: mail._id, fields };
    },
    listFeeds: async () => ({
      path: "/feeds",
      collection: "feeds",
      id: await make("/feeds", {}, "feed.id"),
      fields: { other: hidden },
    }),
    listSecrets: async () => ({
      path: "/secrets",
      collection: "secrets",
      id: `${account.accountId}:${await make("/secrets", { name: "mine", value: "x" }, "secret.name")}`,
      fields: { value: hidden },
    }),
    listSignIns: async () => ({
      path: "/sign-ins",
      collection: "signIns",
      id: await make("/sign-ins", signIn, "signIn.id"),
      fields: { secrets: hidden, session: hidden },
    }),
    listAlertTargets: async () => ({
      path: "/alert-targets",
      collection: "alertTargets",
      id: await make(
        "/alert-targets",
        { name: "mine", channels: [{ type: "discord", url: "https://discord.com/api/webhooks/1/x" }] },
        "alertTarget.id",
      ),
      fields: { "channels.0.sealed.url": hidden },
    }),
    listMonitorDefaults: async () => {
      await account.client.call("PATCH", "/monitor-defaults/mine", { body: { changeThreshold: 0.1 } });
      const id = `${account.accountId}:mine`;
      return { path: "/monitor-defaults", collection: "monitorDefaults", id, fields: { other: hidden } };
    },
    listProxies: async () => ({
      path: "/proxies",
      collection: "proxies",
      id: await make("/proxies", { name: "mine", url: "http://proxy.example.com" }, "proxy.id"),
      fields: { url: hidden, test: { id: uuidv7(), url: hidden } },
    }),
    listApiKeys: async () => ({ path: "/account/keys" }),
    listSigningKeys: async () => ({
      path: "/account/signing-keys",
      collection: "signingKeys",
      id: await make("/account/signing-keys", { name: "mine" }, "key.id"),
      fields: { other: hidden },
    }),
    listSessions: async () => {
      await api.anyone.call("POST", "/sessions", { body: { apiKey: account.key } });
      return { path: "/sessions" };
    },
    listPresets: async () => ({
      path: "/presets",
      collection: "presets",
      id: `${account.accountId}:${await make("/presets", { name: "mine", options: { width: 800 } }, "preset.name")}`,
      fields: { other: hidden },
    }),
    listRecipients: async () => {
      const email = `reader.${uuidv7()}@example.com`;
      const recipientId = await make("/render/monitor-recipients", { email }, "recipient.id");
      const record = await api.ports.database.recipients.findOne({ recipientId });
      const fields = { email: hidden, addressHash: hidden, "token.hash": hidden };
      return { path: "/render/monitor-recipients", collection: "recipients", id: record?._id ?? "", fields };
    },
    listMonitors: async () => ({
      path: "/render/monitors",
      collection: "monitors",
      id: await monitor(),
      fields: {
        "spec.url": hidden,
        "spec.captureSecrets": { headers: hidden },
        "spec.storage": storage,
        "spec.webhook": webhook,
        "spec.channels": [{ id: uuidv7(), type: "slack", host: "example.com", sealed: { url: hidden } }],
      },
    }),
    listMonitorSitemaps: async () => ({
      path: "/render/monitor-sitemaps",
      collection: "monitorSitemaps",
      id: await make(
        "/render/monitors/from-sitemap",
        { sitemapUrl: `${url}sitemap.xml`, monitor: { intervalMinutes: 60 } },
        "sitemap.id",
      ),
      fields: {
        "spec.url": hidden,
        "spec.template.captureSecrets": { headers: hidden },
        "spec.template.storage": storage,
        "spec.template.webhook": webhook,
        "spec.template.channels": [{ id: uuidv7(), type: "slack", host: "example.com", sealed: { url: hidden } }],
      },
    }),
    listMonitorRuns: async () => {
      const id = await monitor();
      const runId = await make(`/render/monitors/${id}/run`, {}, "run.id");
      const fields = {
        "capture.lossless": { key: hidden },
        "capture.regionsKey": hidden,
        "capture.values": { title: { value: hidden, text: hidden } },
        "pair.key": hidden,
      };
      return { path: `/render/monitors/${id}/runs`, collection: "runs", id: runId, fields };
    },
    listMonitorValues: async () => {
      const id = await monitor();
      const runId = await make(`/render/monitors/${id}/run`, {}, "run.id");
      const fields = {
        status: "completed",
        "capture.lossless": { key: hidden },
        "capture.values": { price: { value: 1, text: "1" } },
        "findings.regions": [hidden],
      };
      return { path: `/render/monitors/${id}/values`, collection: "runs", id: runId, fields };
    },
    listChanges: async () => {
      const id = await monitor();
      await api.ports.database.pageChanges.insertOne({
        _id: uuidv7(),
        accountId: account.accountId,
        monitorId: id,
        summary: "+14 words",
        openedAt: new Date(),
        seenAt: null,
        seenBy: null,
        decision: null,
        note: null,
        expiresAt: new Date(),
      });
      return { path: "/changes", collection: "monitors", id, fields: { "spec.url": hidden, recentRuns: hidden } };
    },
    listMonitorBaselines: async () => ({ path: `/render/monitors/${await monitor()}/baselines` }),
    listMonitorIncidents: async () => ({ path: `/render/monitors/${await monitor()}/incidents` }),
  };

  it("of all lists of the API", () => {
    const lists = routes.map(({ id }) => id).filter((id) => id.startsWith("list"));
    expect(Object.keys(makers)).to.have.members(lists);
  });

  for (const [operation, maker] of Object.entries(makers)) {
    it(`in ${operation}`, async () => {
      const { path, collection, id, fields } = await maker();
      await api.ports.background.settled();
      if (collection !== undefined) await hide(collection, id, fields);
      reads.length = 0;
      const { status, json } = await account.client.call("GET", path);
      expect(status, JSON.stringify(json)).to.equal(200);
      const documents = reads.flatMap((read) => (read.collection === collection ? read.documents : []));
      if (collection !== undefined) expect(documents).to.have.lengthOf.at.least(1);
      expect(JSON.stringify(reads)).to.not.contain(hidden);
    });
  }

  it("in an Atom feed: fields of monitors and of runs", async () => {
    const monitorId = await monitor();
    const runId = await make(`/render/monitors/${monitorId}/run`, {}, "run.id");
    const { monitorHistories } = api.ports.database;
    const openedAt = new Date().toISOString();
    const incident = {
      id: uuidv7(),
      type: "change" as const,
      runId,
      openedAt,
      closedAt: null,
      reason: null,
      updates: [],
    };
    await monitorHistories.insertOne({ _id: monitorId, baselines: [], incidents: [incident], version: 1 });
    await hide("monitors", monitorId, { "spec.url": hidden, "spec.capture": hidden, recentRuns: hidden });
    await hide("runs", runId, {
      "capture.page.title": hidden,
      "findings.regions": [hidden],
      "findings.text.diff": hidden,
    });
    const feedUrl = await make("/feeds", { monitorId }, "feed.url");
    reads.length = 0;
    const { status } = await api.anyone.call("GET", new URL(feedUrl).pathname);
    expect(status).to.equal(200);
    expect(reads.map(({ collection }) => collection)).to.include.members(["monitors", "runs"]);
    expect(JSON.stringify(reads)).to.not.contain(hidden);
  });

  /** Writes fields into a record, past the API. */
  async function hide(collection: string, id = "", fields: Fields = {}): Promise<void> {
    const { info } = await servers();
    const client = await MongoClient.connect(info.mongoUrl);
    try {
      const records = client.db().collection<{ _id: string }>(collection);
      const { matchedCount } = await records.updateOne({ _id: id }, { $set: fields });
      expect(matchedCount).to.equal(1);
    } finally {
      await client.close();
    }
  }
});
