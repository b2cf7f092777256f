import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { removeExpired } from "#activities/reconcile/expired.ts";
import { offerRendered } from "#data/jobs.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { type ObjectStore, openObjectStore } from "#data/objects.ts";
import { createLoginToken, startSession } from "#data/sessions.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { SitemapRecord } from "#schemas/monitor/sitemap.ts";
import { sharedOutcome } from "#rules/outcomes.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { servers } from "../support/servers.ts";

describe("removal after the retention time", function () {
  this.timeout(120_000);
  let database: Database;
  let objects: ObjectStore;
  before(async () => {
    const { mongoUrl, s3 } = (await servers()).info;
    database = openDatabase(mongoUrl);
    objects = openObjectStore({ ...s3, region: "us-east-1" });
  });
  after(async () => {
    objects?.close();
    await database?.close();
  });

  const remove = () => removeExpired({ database, objects }, new Date());
  const found = async ({ _id }: JobRecord) => (await database.jobs.findOne({ _id })) !== null;

  it("keeps a deleted monitor of a live sitemap as a mark, and removes it with the sitemap", async () => {
    const accountId = uuidv7();
    const past = new Date(Date.now() - 1_000);
    const sitemapId = uuidv7();
    const monitorId = uuidv7();
    // Only these fields matter here.
    const sitemap = { _id: sitemapId, accountId, spec: { wanted: "active" }, expiresAt: null };
    const place = { id: sitemapId, missingSince: null, keptByOwnerAt: null, tickOffsetMs: 0 };
    const monitor = { _id: monitorId, accountId, spec: { wanted: "deleted" }, sitemap: place, expiresAt: past };
    await database.monitorSitemaps.insertOne(sitemap as unknown as SitemapRecord);
    await database.monitors.insertOne(monitor as unknown as MonitorRecord);
    await remove();
    const kept = await database.monitors.findOne({ _id: monitorId });
    expect(kept?.expiresAt?.getTime()).to.be.greaterThan(Date.now());
    const deleted = { "spec.wanted": "deleted", expiresAt: past } as const;
    await database.monitorSitemaps.updateOne({ _id: sitemapId }, { $set: deleted });
    await database.monitors.updateOne({ _id: monitorId }, { $set: { expiresAt: past } });
    await remove();
    expect(await database.monitors.findOne({ _id: monitorId })).to.equal(null);
    expect(await database.monitorSitemaps.findOne({ _id: sitemapId })).to.equal(null);
  });

  it("removes a job with its outputs and with the jobs that share them", async () => {
    const accountId = uuidv7();
    const rendered = jobRecord({ accountId, expiresAt: new Date(Date.now() - 1_000), status: "completed" });
    const key = `jobs/${rendered._id}/html-1.html`;
    await objects.put(key, Buffer.from("bytes"), "text/html");
    rendered.result = {
      page: { finalUrl: rendered.url, statusCode: 200, title: "", contentType: "text/html", redirects: [] },
      timings: { queued: 0, navigation: 0, capture: 0, extraction: 0, upload: 0, total: 0 },
      outputs: [{ name: "html", contentType: "text/html", bytes: 5, sha256: "a", key }],
      startedAt: rendered.createdAt.toISOString(),
    };
    const { expiresAt, result } = rendered;
    const now = new Date();
    const cached = jobRecord({
      accountId,
      expiresAt,
      status: "completed",
      cached: true,
      result: sharedOutcome(result, { acceptedAt: now, now }),
    });
    const later = jobRecord({ accountId });
    await database.jobs.insertMany([rendered, cached, later]);
    await remove();
    expect([await found(rendered), await found(cached), await found(later)]).to.deep.equal([false, false, true]);
    expect(await objects.get(key)).to.equal(null);
  });

  it("removes cached renders that are too old to share", async () => {
    const day = 24 * 60 * 60 * 1000;
    const [old, fresh] = [uuidv7(), uuidv7()];
    await offerRendered(database, { fingerprint: old, jobId: "a", at: new Date(Date.now() - day - 1_000) });
    await offerRendered(database, { fingerprint: fresh, jobId: "a", at: new Date(Date.now() - day + 60_000) });
    await remove();
    expect(await database.renderCache.findOne({ _id: old })).to.equal(null);
    expect(await database.renderCache.findOne({ _id: fresh })).to.not.equal(null);
  });

  it("removes sessions that are over by time or for lack of use, and log-in tokens that are", async () => {
    const minuteMs = 60_000;
    const start = async (hoursAgo: number) => {
      const began = new Date(Date.now() - hoursAgo * 60 * minuteMs);
      const owner = { keyHash: uuidv7(), accountId: uuidv7(), userAgent: "" };
      return (await startSession(database, owner, began)).record._id;
    };
    const [old, idle, live] = [await start(7 * 24 + 1), await start(13), await start(11)];
    // The old session was used until its end.
    await database.sessions.updateOne({ _id: old }, { $set: { lastSeenAt: new Date() } });
    const tokenOf = async (minutesAgo: number) => {
      const keyHash = uuidv7();
      await createLoginToken(database, keyHash, new Date(Date.now() - minutesAgo * minuteMs));
      return keyHash;
    };
    const [late, usable] = [await tokenOf(16), await tokenOf(14)];
    await remove();
    const left = await database.sessions.find({ _id: { $in: [old, idle, live] } }).toArray();
    expect(left.map(({ _id }) => _id)).to.deep.equal([live]);
    const tokens = await database.loginTokens.find({ keyHash: { $in: [late, usable] } }).toArray();
    expect(tokens.map(({ keyHash }) => keyHash)).to.deep.equal([usable]);
  });

  it("removes limits that were unused for a while, and keeps those in use", async () => {
    const [old, fresh] = [uuidv7(), uuidv7()];
    const usedAt = { [old]: new Date(Date.now() - 61 * 60_000), [fresh]: new Date() };
    for (const _id of [old, fresh]) {
      const at = usedAt[_id] ?? new Date();
      await database.rates.insertOne({ _id, window: Math.floor(at.getTime() / 1_000), taken: 1, usedAt: at });
      await database.slotLeases.insertOne({ _id, leases: {}, count: 0, hasWaiters: false, usedAt: at });
    }
    await remove();
    for (const collection of [database.rates, database.slotLeases])
      expect([
        await collection.countDocuments({ _id: old }),
        await collection.countDocuments({ _id: fresh }),
      ]).to.deep.equal([0, 1]);
  });
});
