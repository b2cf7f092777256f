import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { beginRun, settleRun } from "#activities/projections/runs.ts";
import type { Caller } from "#api/http/exchange.ts";
import { newReservation } from "#api/http/idempotency.ts";
import { requestRun } from "#api/monitors/requestRun.ts";
import { creditState } from "../support/creditState.ts";
import { at, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

describe("monitors, by hand,", () => {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);

  it("run manually, one at a time: charged, queued and signalled", async () => {
    const owner = await api.account({ plan: "free" });
    const id = await monitors.created({}, owner);
    const { status, json, headers } = await owner.client.call("POST", `/render/monitors/${id}/run`);
    expect([status, headers.get("x-credits-charged"), headers.get("x-credits-remaining")]).to.deep.equal([
      202,
      "1",
      "99",
    ]);
    expect(at(json, "run")).to.deep.include({ monitorId: id, status: "queued", trigger: "initial" });
    const runId = textAt(json, "run.id");
    expect(api.orchestrator.signals.at(-1)).to.deep.equal([`monitor:${id}`, "run"]);
    const again = await owner.client.call("POST", `/render/monitors/${id}/run`);
    expect([again.status, at(again.json, "code")]).to.deep.equal([409, "run_in_progress"]);
    expect(await api.ports.database.ledger.countDocuments({ accountId: owner.accountId })).to.equal(1);
    const run = await owner.client.call("GET", `/render/monitors/${id}/runs/${runId}`);
    expect(at(run.json, "run.id")).to.equal(runId);
    const output = await owner.client.call("GET", `/render/monitors/${id}/runs/${runId}/outputs/screenshot`);
    expect(output.status).to.equal(409);
  });

  it("compare a run requested when the first run has just ended, and charge the comparison", async () => {
    const { database } = api.ports;
    const id = await monitors.created();
    const run = { runId: uuidv7(), monitorId: id, baselineRunId: null };
    const version = Date.now() * 1_000;
    await beginRun(database, { ...run, manual: false, version });
    expect((await account.client.call("POST", `/render/monitors/${id}/run`)).status).to.equal(409);
    const picture = { key: "", contentType: "image/png", bytes: 1, sha256: "", width: 1, height: 1 };
    const page = { statusCode: 200, title: "", contentType: "text/html" };
    const capture = { lossless: picture, screenshot: picture, regionsKey: null, page };
    const end = { status: "completed", capture, findings: null, visualization: null } as const;
    // The monitor's own workflow has not shown anything yet.
    await settleRun(database, { ...run, captureRev: 1, end, version: version + 1 });
    const { json } = await account.client.call("POST", `/render/monitors/${id}/run`);
    expect(at(json, "run")).to.deep.nested.include({ trigger: "manual", "credits.charged": 2 });
    const stored = await database.runs.findOne({ _id: textAt(json, "run.id") });
    expect(stored?.comparedToRunId).to.equal(run.runId);
  });

  it("accept a run while the rolling baseline moves, and compare it with the new baseline", async () => {
    const { database } = api.ports;
    const owner = await api.account({ plan: "starter" });
    const id = await monitors.created({}, owner);
    const [first, second] = [uuidv7(), uuidv7()];
    await database.monitors.updateOne({ _id: id }, { $set: { "state.baselineRunId": first, "state.appliedRev": 1 } });
    const monitor = await database.monitors.findOne({ _id: id });
    await database.monitors.updateOne({ _id: id }, { $set: { "state.baselineRunId": second } });
    const order = {
      caller: callerOf(owner),
      monitor: monitor ?? expect.fail(),
      reservation: newReservation(api.ports),
    };
    const { run } = await requestRun(api.ports, order);
    expect(run).to.include({ trigger: "manual", comparedToRunId: second });
    const stored = await database.runs.findOne({ _id: run._id });
    expect(stored?.comparedToRunId).to.equal(second);
    expect((await database.monitors.findOne({ _id: id }))?.runId).to.equal(run._id);
  });

  it("correct a run's charge when the monitor changed between charge and capture", async () => {
    const { database } = api.ports;
    const picture = { key: "", contentType: "image/png", bytes: 1, sha256: "", width: 1, height: 1 };
    const page = { statusCode: 200, title: "", contentType: "text/html" };
    const capture = { lossless: picture, screenshot: picture, regionsKey: "regions", page };
    const end = { status: "completed", capture, findings: null, visualization: null } as const;
    const changes = [
      { change: { capture: { regions: true, width: 800 } }, regionsKey: "regions", net: 3 },
      { change: { capture: { width: 800, regions: false } }, regionsKey: null, net: 1 },
    ];
    for (const { change, regionsKey, net } of changes) {
      const owner = await api.account({ plan: "starter" });
      const id = await monitors.created({ capture: { regions: true } }, owner);
      const first = { runId: uuidv7(), monitorId: id, baselineRunId: null, captureRev: 1 };
      const version = Date.now() * 1_000;
      await beginRun(database, { ...first, manual: false, version });
      await settleRun(database, { ...first, end, version: version + 1 });
      const path = `/render/monitors/${id}/run`;
      const { json, headers } = await owner.client.call("POST", path);
      expect([at(json, "run.trigger"), headers.get("x-credits-charged")]).to.deep.equal(["manual", "4"]);
      expect((await monitors.patch(id, change, owner)).status).to.equal(200);
      // The monitor's workflow receives both signals together, and has no baseline when it begins the run.
      const run = { runId: textAt(json, "run.id"), monitorId: id, baselineRunId: null, captureRev: 2 };
      await beginRun(database, { ...run, manual: true, version: version + 2 });
      const settled = { ...run, end: { ...end, capture: { ...capture, regionsKey } }, version: version + 3 };
      // Doing it again gives nothing more back.
      for (let times = 0; times < 2; times += 1) await settleRun(database, settled);
      const shown = await owner.client.call("GET", `/render/monitors/${id}/runs/${run.runId}`);
      expect(at(shown.json, "run.credits")).to.deep.equal({ charged: 4, refunded: 4 - net, net });
      expect((await creditState(database, owner.accountId)).used).to.equal(3 + net);
    }
  });

  it("do not run without credits or against the plan's limits", async () => {
    const owner = await api.account({ plan: "free" });
    const id = await monitors.created({}, owner);
    await api.ports.database.accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 100 } });
    const refused = await owner.client.call("POST", `/render/monitors/${id}/run`);
    expect([refused.status, at(refused.json, "code")]).to.deep.equal([402, "insufficient_credits"]);
    await api.ports.database.monitors.updateOne({ _id: id }, { $set: { "state.planLimit": "credits" } });
    const limited = await owner.client.call("POST", `/render/monitors/${id}/run`);
    expect([limited.status, at(limited.json, "code")]).to.deep.equal([409, "monitor_paused_plan_limit"]);
    const { json } = await owner.client.call("GET", `/render/monitors/${id}`);
    expect(at(json, "monitor.status")).to.equal("paused_plan_limit");
  });
});

/** The caller of an account's API key. */
function callerOf({ accountId }: { accountId: string }): Caller {
  return {
    accountId,
    keyId: uuidv7(),
    plan: "starter",
    scopes: ["monitor"],
    paused: false,
    sessionId: null,
    isStillValid: () => Promise.resolve(true),
  };
}
