import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { removeExpiredRuns } from "#activities/reconcile/expired.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { type ObjectStore, openObjectStore } from "#data/objects.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { servers } from "../support/servers.ts";

describe("the retention of monitor runs", function () {
  this.timeout(120_000);
  let database: Database;
  let objects: ObjectStore;
  before(async () => {
    const { info } = await servers();
    database = openDatabase(info.mongoUrl);
    objects = openObjectStore({ ...info.s3, region: "us-east-1" });
    await objects.ensureBucket();
  });
  after(async () => {
    await database.close();
    objects.close();
  });

  const expire = async (monitorId: string): Promise<string> => {
    const _id = uuidv7();
    await objects.put(`runs/${_id}/capture-0.png`, Buffer.from("picture"), "image/png");
    const run = { _id, monitorId, status: "completed", expiresAt: new Date(Date.now() - 1_000) } as RunRecord;
    await database.runs.insertOne(run);
    return _id;
  };
  const sweep = () => removeExpiredRuns({ database, objects }, new Date());
  const kept = async (_id: string) => [
    (await database.runs.findOne({ _id })) !== null,
    (await objects.get(`runs/${_id}/capture-0.png`)) !== null,
  ];

  it("removes record and pictures, but keeps the current baseline until its monitor is deleted", async () => {
    const monitorId = uuidv7();
    const [old, baseline] = [await expire(monitorId), await expire(monitorId)];
    const monitor = { _id: monitorId, spec: { wanted: "active" }, pinned: null, state: { baselineRunId: baseline } };
    await database.monitors.insertOne(monitor as MonitorRecord);
    await sweep();
    expect([await kept(old), await kept(baseline)]).to.deep.equal([
      [false, false],
      [true, true],
    ]);
    await database.monitors.updateOne({ _id: monitorId }, { $set: { "spec.wanted": "deleted" } });
    await database.runs.updateOne({ _id: baseline }, { $set: { expiresAt: new Date(0) } });
    await sweep();
    expect(await kept(baseline)).to.deep.equal([false, false]);
  });
});
