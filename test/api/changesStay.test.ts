import { expect } from "chai";
import { array, assert, asyncProperty, constantFrom, nat, record } from "fast-check";
import { uuidv7 } from "uuidv7";
import { removeExpired } from "#activities/reconcile/expired.ts";
import {
  afterBaselineChosen,
  afterMessage,
  afterRun,
  incidentEntries,
  type Incidents,
  newsMessages,
  noIncidents,
  openEntry,
  type RunOutcome,
  runToDifferFrom,
} from "#rules/incidents.ts";
import type { IncidentEntry } from "#schemas/monitor/history.ts";
import { listAt, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { completeRun, findingsOf, project } from "./support/reviewedRuns.ts";
import { useApi } from "./support/useApi.ts";

const acts = ["none", "none", "none", "seen", "unseen", "keep", "accept", "mute", "unmute", "pause", "expire"] as const;

/** A run that finds the page in a state or fails, and an act after it. */
type Step = {
  page: number;
  finds: "page" | "failed" | "unconfirmed";
  mode: "rolling" | "fixed";
  act: (typeof acts)[number];
};

describe("a change in the list to review", function () {
  this.timeout(600_000);
  const { api, account } = useApi();
  const monitors = monitorRequests(account);
  const post = (path: string, body?: unknown) => account.client.call("POST", path, body === undefined ? {} : { body });

  /** Does the steps on a new monitor, and checks after each that the unseen changes are those that nobody decided about. */
  async function live(steps: readonly Step[]): Promise<void> {
    const { database, objects } = api.ports;
    const monitorId = await monitors.created({ baselineMode: "fixed" });
    const first = await completeRun(database, monitorId, null);
    const pages = new Map([[first, 0]]);
    let baseline = first;
    let incidents: Incidents = noIncidents;
    let isMuted = false;
    const waiting = new Set<string>();
    for (const { page, finds, mode, act } of steps) {
      await monitors.patch(monitorId, { baselineMode: mode });
      const differs = pages.get(baseline) !== page;
      const runId = await completeRun(database, monitorId, differs ? findingsOf(["0", String(page)]) : null);
      pages.set(runId, page);
      const found: RunOutcome = differs ? "changed" : "unchanged";
      const outcome = finds === "page" ? found : finds;
      const told = runToDifferFrom(incidents, baseline);
      const at = new Date().toISOString();
      const differsFromTold = outcome === "changed" && told !== null && pages.get(told) !== page;
      const run = { outcome, runId, baselineRunId: baseline, differsFromTold, newId: uuidv7(), at };
      const step = afterRun(incidents, run);
      const entries: IncidentEntry[] = incidentEntries(step, at);
      incidents = step.incidents;
      for (const message of newsMessages(incidents, { update: step.update, at })) {
        if (isMuted) continue;
        incidents = afterMessage(incidents, message);
        if (message.runId === step.update) entries.push(openEntry(message.incident));
      }
      if (mode === "rolling" && finds === "page") baseline = runId;
      // A worker may die after its write, so each projection is done twice.
      for (let times = 0; times < 2; times += 1) await project(database, monitorId, entries);
      for (const { id } of step.opened.filter(({ type }) => type === "change").map((one) => ({ id: one.runId })))
        waiting.add(id);
      if (step.update !== null && !isMuted) waiting.add(step.update);
      await doAct(act, runId);
      const { json } = await account.client.call("GET", `/changes?state=unseen&monitorId=${monitorId}&limit=200`);
      const shown = listAt(json, "changes").map((one) => textAt(one, "id"));
      expect(shown.toSorted()).to.deep.equal([...waiting].toSorted());
    }

    async function doAct(act: Step["act"], runId: string): Promise<void> {
      const [oldest] = waiting;
      if (act === "mute" || act === "unmute") {
        isMuted = act === "mute";
        const mutedUntil = isMuted ? new Date(Date.now() + 86_400_000).toISOString() : null;
        await monitors.patch(monitorId, { mutedUntil });
      } else if (act === "pause") {
        await monitors.patch(monitorId, { status: "paused" });
        await monitors.patch(monitorId, { status: "active" });
      } else if (act === "accept") {
        expect((await post(`/render/monitors/${monitorId}/baseline`, { runId })).status).to.equal(200);
        const at = new Date().toISOString();
        const step = afterBaselineChosen(incidents);
        incidents = step.incidents;
        baseline = runId;
        await project(database, monitorId, incidentEntries(step, at));
        for (const id of waiting) if (id <= runId) waiting.delete(id);
      } else if (oldest !== undefined && act === "expire") {
        await database.pageChanges.updateOne({ _id: oldest }, { $set: { expiresAt: new Date(0) } });
        await database.runs.updateOne({ _id: oldest }, { $set: { expiresAt: new Date(0) } });
        await removeExpired({ database, objects }, new Date());
        waiting.delete(oldest);
      } else if (oldest !== undefined && (act === "seen" || act === "unseen" || act === "keep")) {
        const { status } = await post(`/changes/${oldest}/${act}`);
        if (status === 200 && act !== "unseen") waiting.delete(oldest);
      }
    }
  }

  it("leaves it by an act of a person or the end of retention alone", async () => {
    const step = record({
      page: nat(2),
      finds: constantFrom<Step["finds"]>("page", "page", "page", "failed", "unconfirmed"),
      mode: constantFrom<Step["mode"]>("rolling", "fixed"),
      act: constantFrom(...acts),
    });
    await assert(asyncProperty(array(step, { minLength: 1, maxLength: 12 }), live), { numRuns: 20 });
  });
});
