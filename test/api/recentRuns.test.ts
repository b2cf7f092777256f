import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { beginRun, recordConfirmation, settleRun, showRunStatus } from "#activities/projections/runs.ts";
import { readRecentRuns } from "#data/recentRuns.ts";
import type { RunFindings } from "#schemas/monitor/run.ts";
import type { ReadValues } from "#schemas/values.ts";
import { crashAtWrite } from "../support/interceptWrites.ts";
import { at, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

const picture = { key: "", contentType: "image/png", bytes: 1, sha256: "", width: 1, height: 1 };
const page = { statusCode: 200, title: "", contentType: "text/html" };
const capture = { lossless: picture, screenshot: picture, regionsKey: null, page };
const first = { status: "completed", capture, findings: null, visualization: null } as const;
const findings: RunFindings = {
  changed: false,
  transient: true,
  unconfirmed: false,
  belowThreshold: false,
  differenceRatio: 0.25,
  threshold: 0,
  changedPixels: 1,
  comparedPixels: 4,
  regions: [],
  regionsTruncated: false,
};
const nothingFound = { differenceRatio: null, changed: false, transient: false, unconfirmed: false };

/** Records runs of monitors as their workflow would. */
function useRuns() {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);
  /** Ids and versions that grow, as the workflow makes them. */
  let last = Date.now() * 1_000;
  const next = () => ({ runId: uuidv7(), version: (last += 10) });
  const recent = async (id: string) =>
    at((await account.client.call("GET", `/render/monitors/${id}`)).json, "monitor.recentRuns");
  const run = async (monitorId: string, end: Parameters<typeof settleRun>[1]["end"] = first) => {
    const { database } = api.ports;
    const { runId, version } = next();
    await beginRun(database, { runId, monitorId, manual: false, baselineRunId: null, version });
    await settleRun(database, { runId, monitorId, baselineRunId: null, captureRev: 1, end, version: version + 1 });
    return runId;
  };
  return { api, account, monitors, next, recent, run };
}

describe("the recent runs of a monitor", () => {
  const { api, account, monitors, next, recent, run } = useRuns();

  it("show each state of a run: queued, capturing, diffing, and its end with the findings", async () => {
    const { database } = api.ports;
    const monitorId = await monitors.created();
    expect(await recent(monitorId)).to.deep.equal([]);
    const baselineRunId = await run(monitorId);
    const { json } = await account.client.call("POST", `/render/monitors/${monitorId}/run`);
    const [runId, createdAt] = [textAt(json, "run.id"), at(json, "run.createdAt")];
    const latest = async () => {
      const runs = await recent(monitorId);
      return Array.isArray(runs) ? runs.find((one: unknown) => at(one, "id") === runId) : undefined;
    };
    const shown = { id: runId, trigger: "manual", createdAt };
    expect(await latest()).to.deep.equal({ ...shown, ...nothingFound, status: "queued" });
    const { version } = next();
    await beginRun(database, { runId, monitorId, manual: true, baselineRunId, version });
    expect(await latest()).to.deep.include({ status: "capturing" });
    await showRunStatus(database, runId, "diffing");
    expect(await latest()).to.deep.include({ status: "diffing" });
    const end = { status: "completed", capture, findings, visualization: null } as const;
    await settleRun(database, { runId, monitorId, baselineRunId, captureRev: 1, end, version: version + 1 });
    const { differenceRatio, changed, transient, unconfirmed } = findings;
    expect(await latest()).to.deep.equal({
      ...shown,
      status: "completed",
      differenceRatio,
      changed,
      transient,
      unconfirmed,
    });
  });

  it("include failed, skipped and confirming runs", async () => {
    const { database } = api.ports;
    const monitorId = await monitors.created();
    const failed = await run(monitorId, { status: "failed", code: "tls_error", message: null });
    const current = next();
    await beginRun(database, { ...current, monitorId, manual: false, baselineRunId: null });
    const met = next();
    await beginRun(database, { ...met, monitorId, manual: false, baselineRunId: null });
    const confirming = next();
    await recordConfirmation(database, { ...confirming, monitorId, baselineRunId: failed });
    const runs = await recent(monitorId);
    const shown = Array.isArray(runs)
      ? runs.map((one: unknown) => [at(one, "id"), at(one, "status"), at(one, "trigger")])
      : [];
    expect(shown).to.deep.equal([
      [confirming.runId, "capturing", "confirmation"],
      [met.runId, "skipped", "initial"],
      [current.runId, "capturing", "initial"],
      [failed, "failed", "initial"],
    ]);
  });

  it("are the newest 20, and the record keeps no more", async () => {
    const monitorId = await monitors.created();
    const ids: string[] = [];
    for (let count = 0; count < 23; count += 1) ids.unshift(await run(monitorId));
    const runs = await recent(monitorId);
    expect(Array.isArray(runs) && runs.map((one: unknown) => at(one, "id"))).to.deep.equal(ids.slice(0, 20));
    const record = await api.ports.database.monitors.findOne({ _id: monitorId });
    expect(readRecentRuns(record?.recentRuns ?? "").map((one) => one.id)).to.have.members(ids.slice(0, 20));
  });
});

describe("the numbers of a monitor's recent runs", () => {
  const { monitors, recent, run } = useRuns();

  it("are the first value of each run that is a number, with its words if they are short", async () => {
    const id = await monitors.created();
    const valued = (values: ReadValues) => ({ ...first, capture: { ...capture, values } });
    const title = { value: "Kettle", text: "Kettle" };
    await run(id, valued({ title, price: { value: 39, text: "€39.00" }, stock: { value: 3, text: "3" } }));
    await run(id, valued({ title, price: { value: null, text: null, reason: "not_found" } }));
    await run(id, valued({ price: { value: 45, text: `€45 ${"x".repeat(40)}` } }));
    await run(id);
    const runs = await recent(id);
    expect(Array.isArray(runs) && runs.map((one: Record<string, unknown>) => one["number"])).to.deep.equal([
      undefined,
      { name: "price", value: 45, text: null },
      undefined,
      { name: "price", value: 39, text: "€39.00" },
    ]);
  });
});

describe("the page's title of a monitor", () => {
  const { api, account, monitors, next, run } = useRuns();
  const titled = (title: string) => ({ ...first, capture: { ...capture, page: { ...page, title } } });
  const titleOf = async (id: string) =>
    at((await account.client.call("GET", `/render/monitors/${id}`)).json, "monitor.pageTitle");

  it("is that of the last completed run, and stays through failed ones", async () => {
    const id = await monitors.created();
    expect(await titleOf(id)).to.equal(null);
    await run(id, titled("Kettles"));
    await run(id, titled("Kettles and pans"));
    await run(id, { status: "failed", code: "page_status", message: "The page answered with an error." });
    expect(await titleOf(id)).to.equal("Kettles and pans");
    const record = await api.ports.database.monitors.findOne({ _id: id });
    expect(record?.recentRuns.match(/pageTitle/g)).to.have.length(1);
  });

  it("stays through more failed runs than are kept, until the page is back", async () => {
    const id = await monitors.created();
    await run(id, titled("Kettles"));
    for (let count = 0; count < 22; count += 1)
      await run(id, { status: "failed", code: "page_status", message: "The page answered with an error." });
    expect(await titleOf(id)).to.equal("Kettles");
    await run(id, titled("Kettles are back"));
    expect(await titleOf(id)).to.equal("Kettles are back");
  });

  it("is the newest run's, also when an older run ends later", async () => {
    const id = await monitors.created();
    const { database } = api.ports;
    const older = next();
    await beginRun(database, { ...older, monitorId: id, manual: false, baselineRunId: null });
    await run(id, titled("Newer"));
    const end = { monitorId: id, baselineRunId: null, captureRev: 1, end: titled("Older") };
    await settleRun(database, { ...end, runId: older.runId, version: next().version });
    expect(await titleOf(id)).to.equal("Newer");
  });

  it("is empty for a page without one, and null after a run without a page", async () => {
    const [untitled, failed] = [await monitors.created(), await monitors.created()];
    await run(untitled, titled(""));
    await run(failed, { status: "failed", code: "navigation_timeout", message: "The page did not load in time." });
    expect([await titleOf(untitled), await titleOf(failed)]).to.deep.equal(["", null]);
  });
});

describe("the recent runs of a monitor when a worker dies", () => {
  const { api, monitors, next, recent } = useRuns();

  it("stay correct when a step is repeated late, or when a worker dies at any write", async () => {
    const { database } = api.ports;
    const monitorId = await monitors.created();
    const { runId, version } = next();
    const begin = { runId, monitorId, manual: false, baselineRunId: null, version };
    const settle = { runId, monitorId, baselineRunId: null, captureRev: 1, end: first, version: version + 1 };
    for (let write = 1, died = true; died; write += 1) {
      const crash = crashAtWrite(database, { at: write, after: true });
      await beginRun(crash.dying, begin)
        .then(() => settleRun(crash.dying, settle))
        .catch(() => undefined);
      died = crash.died();
    }
    const settled = [{ id: runId, status: "completed", trigger: "initial", ...nothingFound }];
    const withoutTime = async () => {
      const runs = await recent(monitorId);
      return Array.isArray(runs) ? runs.map(({ createdAt: _createdAt, ...one }: Record<string, unknown>) => one) : [];
    };
    expect(await withoutTime()).to.deep.equal(settled);
    await beginRun(database, begin);
    await showRunStatus(database, runId, "diffing");
    await settleRun(database, { ...settle, end: { status: "failed", code: "tls_error", message: null }, version });
    expect(await withoutTime()).to.deep.equal(settled);
  });
});
