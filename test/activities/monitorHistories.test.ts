import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { recordHistory } from "#activities/projections/monitorHistories.ts";
import { removeExpired } from "#activities/reconcile/expired.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { type ObjectStore, openObjectStore } from "#data/objects.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { BaselineRecord, IncidentEntry } from "#schemas/monitor/history.ts";
import { servers } from "../support/servers.ts";

const at = "2026-11-21T09:30:00.000Z";
const baseline = (runId: string): BaselineRecord => ({ runId, setAt: at, by: "rolling", captureRev: 1 });
const incident = (id: string, closedAt: string | null = null): IncidentEntry => ({
  id,
  type: "change",
  runId: id,
  openedAt: at,
  updates: [],
  closedAt,
  reason: closedAt === null ? null : "restored",
});

describe("the record of a monitor's history", function () {
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

  const read = async (_id: string) => {
    const { baselines = [], incidents = [] } = (await database.monitorHistories.findOne({ _id })) ?? {};
    return {
      baselines: baselines.map(({ runId }) => runId),
      incidents: incidents.map(({ id, reason }) => [id, reason]),
    };
  };

  it("keeps the last 100 baselines and 50 incidents", async () => {
    const monitorId = uuidv7();
    const names = Array.from({ length: 104 }, (_, index) => `n${index}`);
    for (const [index, name] of names.entries()) {
      const entries = { baselines: [baseline(name)], incidents: [incident(name)] };
      await recordHistory(database, { monitorId, entries, version: index + 1 });
    }
    const { baselines, incidents } = await read(monitorId);
    expect(baselines).to.deep.equal(names.slice(-100));
    expect(incidents).to.deep.equal(names.slice(-50).map((name) => [name, null]));
  });

  it("has one entry per incident, and an older or repeated version changes nothing", async () => {
    const monitorId = uuidv7();
    const opened = { monitorId, entries: { baselines: [baseline("a")], incidents: [incident("one")] }, version: 1 };
    const closed = {
      monitorId,
      entries: { baselines: [baseline("b")], incidents: [incident("one", at), incident("two")] },
      version: 2,
    };
    for (const input of [opened, opened, closed, closed, opened]) await recordHistory(database, input);
    expect(await read(monitorId)).to.deep.equal({
      baselines: ["a", "b"],
      incidents: [
        ["one", "restored"],
        ["two", null],
      ],
    });
  });

  it("is removed with its monitor", async () => {
    const [gone, kept] = [uuidv7(), uuidv7()];
    for (const [_id, expiresAt] of [
      [gone, new Date(Date.now() - 1_000)],
      [kept, null],
    ] as const) {
      await database.monitors.insertOne({ _id, expiresAt, sitemap: null } as MonitorRecord);
      await recordHistory(database, {
        monitorId: _id,
        entries: { baselines: [baseline("a")], incidents: [] },
        version: 1,
      });
    }
    await removeExpired({ database, objects }, new Date());
    expect((await read(gone)).baselines).to.deep.equal([]);
    expect(await database.monitors.findOne({ _id: gone })).to.equal(null);
    expect((await read(kept)).baselines).to.deep.equal(["a"]);
    await database.monitors.deleteOne({ _id: kept });
  });
});
