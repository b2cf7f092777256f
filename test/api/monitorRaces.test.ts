import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { projectMonitorState } from "#activities/projections/monitors.ts";
import { beginRun, settleRun } from "#activities/projections/runs.ts";
import { reconcileOutbox } from "#activities/reconcile/outbox.ts";
import { changeMonitor, writeChange } from "#api/monitors/commands.ts";
import { markDeleted } from "#api/monitors/store.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import { creditState } from "../support/creditState.ts";
import { crashError, crashAtWrite } from "../support/interceptWrites.ts";
import { textAt } from "./support/fields.ts";
import type { TestAccount } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

describe("a monitor's record", () => {
  const { api } = useApi();

  const created = async (owner?: TestAccount): Promise<MonitorRecord> => {
    const { client } = owner ?? (await api.account({ plan: "starter" }));
    const body = { name: "Prices", url: "https://example.com/shop", intervalMinutes: 60 };
    const { json } = await client.call("POST", "/render/monitors", { body });
    return read(textAt(json, "monitor.id"));
  };
  const read = async (_id: string): Promise<MonitorRecord> => {
    const record = await api.ports.database.monitors.findOne({ _id });
    if (record === null) throw new Error("There is no monitor.");
    return record;
  };

  it("stays deleted when a concurrent change read it before", async () => {
    const stale = await created();
    const changed = await writeChange(api.ports, stale, { name: "First" });
    if (changed === null) throw new Error("It was not changed.");
    await markDeleted(api.ports.database, stale, new Date());
    expect(await writeChange(api.ports, changed, { name: "Second", status: "active" })).to.equal(null);
    expect((await read(stale._id)).spec).to.include({ wanted: "deleted", name: "First" });
  });

  it("leads to a signal even if the process dies at any write of a change", async () => {
    const { database, log: logger } = api.ports;
    const owner = await api.account();
    const { accountId, keyId } = owner;
    const caller = {
      accountId,
      keyId,
      plan: "unlimited",
      scopes: ["monitor"],
      paused: false,
      sessionId: null,
      isStillValid: () => Promise.resolve(true),
    } as const;
    for (let at = 1, died = true; died; at += 1) {
      for (const after of [false, true]) {
        const { _id: monitorId } = await created(owner);
        const { dying, died: hasDied } = crashAtWrite(database, { at, after });
        const signalsBefore = api.orchestrator.signals.length;
        const ports = { ...api.ports, database: dying };
        const change = { status: "paused" } as const;
        await changeMonitor(ports, { caller, monitorId, change }).catch((error: unknown) =>
          expect(error).to.equal(crashError),
        );
        died = hasDied();
        if ((await read(monitorId)).spec.wanted === "active" || api.orchestrator.signals.length > signalsBefore)
          continue;
        const swept = await reconcileOutbox({ database, logger }, new Date(Date.now() + 6_000));
        const mine = swept.filter(({ id }) => id.startsWith(monitorId));
        expect(mine.map(({ signal }) => signal?.name)).to.deep.equal(
          ["changed"],
          `${at}, ${after ? "after" : "before"}`,
        );
      }
    }
  });

  it("refunds a failed run in the month of its charge, even if it began in the month before", async () => {
    const { database } = api.ports;
    const { _id: monitorId, accountId } = await created();
    // Another process's clock has begun the next month.
    await database.accounts.updateOne({ _id: accountId }, { $set: { credits: { period: "2999-01", used: 0 } } });
    const run = { runId: uuidv7(), monitorId, baselineRunId: null };
    const version = Date.now() * 1_000;
    await beginRun(database, { ...run, manual: false, version });
    expect((await creditState(database, accountId)).used).to.equal(1);
    const end = { status: "failed", code: "tls_error", message: null } as const;
    await settleRun(database, { ...run, captureRev: 1, end, version: version + 1 });
    expect((await creditState(database, accountId)).used).to.equal(0);
  });

  it("drops a manually chosen baseline after using it, even if the worker dies in between", async () => {
    const { database } = api.ports;
    const { _id } = await created();
    const runId = uuidv7();
    await database.monitors.updateOne({ _id }, { $set: { pinned: { runId, rev: 1 } } });
    const shown = {
      monitorId: _id,
      appliedRev: 1,
      baselineRunId: runId,
      nextRunAt: null,
      lastRunAt: null,
      planLimit: null,
      incident: null,
      alertMemory: null,
      entries: { baselines: [], incidents: [] },
      version: 1_000,
    };
    const { dying } = crashAtWrite(database, { at: 1, after: true });
    expect(await projectMonitorState(dying, shown).catch((error: unknown) => error)).to.equal(crashError);
    await projectMonitorState(database, shown);
    expect((await read(_id)).pinned).to.equal(null);
  });
});
