import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { openCapture } from "#activities/monitor/captureRun.ts";
import { openProxy } from "#activities/proxies/openProxy.ts";
import { fillStoredSecrets } from "#activities/render/fillSecrets.ts";
import { createAccount, createKey } from "#data/accounts.ts";
import { openDatabase } from "#data/mongo.ts";
import { resealSecrets } from "#data/secrets.ts";
import { channelField } from "#schemas/monitor/channels.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { open } from "#vault/open.ts";
import { createClient } from "../api/support/client.ts";
import { at, textAt } from "../api/support/fields.ts";
import { testApi } from "../api/support/testApi.ts";
import { servers } from "../support/servers.ts";

const [older, newer] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
const [oldId, newId] = [`old-${uuidv7().slice(-8)}`, `new-${uuidv7().slice(-8)}`];

describe("resealing secrets", function () {
  this.timeout(60_000);

  it("leaves nothing that lives on under an old key, is harmless when done again, and what it sealed can be opened", async () => {
    // A separate database, because every record is read, and other tests seal records under other keys.
    const database = openDatabase((await servers()).info.mongoUrl.replace(/\w+$/, "reseal"));
    const api = await testApi({ keyRing: parseKeyRing(`${oldId}:${older}`), database });
    try {
      const { _id: owner } = await createAccount(database, { email: "test@example.com", plan: "unlimited" });
      const { key } = await createKey(database, {
        accountId: owner,
        name: "test",
        scopes: ["render", "monitor"],
        expiresAt: null,
      });
      const client = createClient(api.url, key);
      const made = await client.call("POST", "/render/monitors", {
        body: {
          name: "m",
          url: "https://example.com/secret",
          intervalMinutes: 60,
          capture: { headers: { "X-A": "b" }, cookies: [{ name: "c", value: "d" }], clickSelectors: ["#e"] },
          alerts: {
            webhook: { url: "https://example.org/", secret: "f".repeat(24) },
            channels: [{ type: "ntfy", url: "https://ntfy.example/topic", token: "tk_1" }],
          },
        },
      });
      const monitorId = textAt(made.json, "monitor.id");
      const planned = await client.call("POST", "/render/schedule-recurring", {
        body: {
          url: "https://example.com/",
          pattern: "0 0 1 1 *",
          headers: { "X-A": "b" },
          script: "document.title = 1",
          webhookUrl: "https://example.org/",
        },
      });
      const watched = await client.call("POST", "/render/monitors/from-sitemap", {
        body: {
          sitemapUrl: "https://example.com/sitemap.xml",
          monitor: { intervalMinutes: 60, capture: { headers: { "X-A": "b" } } },
        },
      });
      expect(watched.status).to.equal(201);
      const asked = await client.call("POST", "/render/monitor-recipients", { body: { email: "reseal@example.com" } });
      expect([made.status, planned.status, asked.status]).to.deep.equal([201, 201, 201]);
      const named = await client.call("POST", "/secrets", { body: { name: "pin", value: "1234" } });
      expect(named.status).to.equal(200);
      const signIn = await client.call("POST", "/sign-ins", {
        body: {
          name: "shop",
          url: "https://example.com/login",
          steps: [{ fill: { target: "#p", value: "word" } }],
          signedIn: { text: "Out" },
        },
      });
      expect(signIn.status).to.equal(201);
      const proxyUrl = "http://ann:word@proxy.example.com";
      const proxy = await client.call("POST", "/proxies", { body: { name: "exit", url: proxyUrl } });
      expect(proxy.status).to.equal(201);
      const hookUrl = "https://hooks.example.com/x";
      const target = await client.call("POST", "/alert-targets", {
        body: { name: "team", channels: [{ type: "slack", url: hookUrl }] },
      });
      expect(target.status).to.equal(201);
      await api.ports.background.settled();

      const ring = parseKeyRing(`${newId}:${newer},${oldId}:${older}`);
      const first = await resealSecrets(database, ring);
      const count = (name: string) => first.find(({ collection }) => collection === name)?.resealed;
      const collections = ["monitors", "monitorSitemaps", "schedules", "recipients", "pageTexts", "secrets", "signIns"];
      for (const name of [...collections, "proxies", "alertTargets"]) expect(count(name), name).to.equal(1);
      const scheduleId = textAt(planned.json, "id");
      const monitor = await database.monitors.findOne({ _id: monitorId });
      const schedule = await database.schedules.findOne({ _id: scheduleId });
      const recipient = await database.recipients.findOne({ recipientId: textAt(asked.json, "recipient.id") });
      const sitemap = await database.monitorSitemaps.findOne({ _id: textAt(watched.json, "sitemap.id") });
      if (monitor === null || schedule === null || recipient === null) throw new Error("a record is gone");
      expect(JSON.stringify([monitor, schedule, recipient, sitemap])).to.not.include(`sealed:v1:${oldId}`);

      const only = parseKeyRing(`${newId}:${newer}`);
      const { request } = openCapture(only, monitor);
      expect(request).to.deep.include({ headers: { "X-A": "b" } });
      expect([request.spec.url, request.spec.clickSelectors, at(request, "cookies.0.value")]).to.deep.equal([
        "https://example.com/secret",
        ["#e"],
        "d",
      ]);
      const sealedUrl = sitemap?.spec.url ?? "sealed:v1:";
      const urlPlace = { accountId: owner, entityId: sitemap?._id ?? "", field: "sitemapUrl" };
      expect(open(only, sealedUrl, urlPlace)).to.equal("https://example.com/sitemap.xml");
      const { accountId } = schedule;
      const { sealedFor: entityId, headers } = schedule.spec;
      if (headers === undefined) throw new Error("the schedule's headers are gone");
      expect(open(only, headers, { accountId, entityId, field: "headers" })).to.equal('{"X-A":"b"}');
      const hook = monitor.spec.webhook;
      if (hook?.secret === undefined) throw new Error("the monitor's webhook is gone");
      const field = "webhookSecret";
      expect(open(only, hook.secret, { accountId, entityId: monitorId, field })).to.equal("f".repeat(24));
      const [channel] = monitor.spec.channels;
      if (channel?.sealed.token === undefined) throw new Error("the monitor's channel is gone");
      const tokenField = channelField(channel.id, "token");
      expect(open(only, channel.sealed.token, { accountId, entityId: monitorId, field: tokenField })).to.equal("tk_1");
      const team = await database.alertTargets.findOne({ accountId: owner });
      const [ofTeam] = team?.channels ?? [];
      if (team === null || ofTeam?.sealed.url === undefined) throw new Error("the alert target's channel is gone");
      const urlField = channelField(ofTeam.id, "url");
      expect(open(only, ofTeam.sealed.url, { accountId: owner, entityId: team._id, field: urlField })).to.equal(
        hookUrl,
      );
      const ports = { database, keyRing: only };
      expect(await fillStoredSecrets(ports, owner, { headers: { A: "{{secret:pin}}" } })).to.deep.equal({
        headers: { A: "1234" },
      });
      const kept = await database.signIns.findOne({ accountId: owner });
      if (kept === null) throw new Error("the sign-in is gone");
      const ofSignIn = { accountId: owner, entityId: kept._id };
      expect(open(only, kept.secrets, { ...ofSignIn, field: "signIn" })).to.include("word");
      expect(open(only, kept.url, { ...ofSignIn, field: "url" })).to.equal("https://example.com/login");
      expect(await openProxy(ports, owner, "exit")).to.deep.include({ login: { user: "ann", password: "word" } });
      const mail = { accountId, entityId: recipient.recipientId, field: "email" };
      expect(open(only, recipient.email, mail)).to.equal("reseal@example.com");

      const second = await resealSecrets(database, ring);
      expect(second.map(({ resealed }) => resealed)).to.deep.equal(first.map(() => 0));
    } finally {
      await database.close();
      await api.close();
    }
  });
});
