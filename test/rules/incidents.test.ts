import { expect } from "chai";
import {
  afterMessage,
  afterRun,
  type EndedRun,
  incidentEntries,
  type Incidents,
  noIncidents,
  newsMessages,
  recoveryMessages,
  type RunOutcome,
  shownIncident,
} from "#rules/incidents.ts";

const idOf = (kind: string, digit: number) => `${kind}-${String(digit).padStart(3, "0")}`;

/** The steps after runs with these outcomes, each at the second of its position. */
function steps(outcomes: readonly RunOutcome[], { notified = true, baselineRunId = "run" } = {}) {
  let before: Incidents = noIncidents;
  return outcomes.map((outcome, index) => {
    const at = `2026-11-21T09:30:${String(index).padStart(2, "0")}.000Z`;
    const run: EndedRun = {
      outcome,
      runId: idOf("run", index),
      baselineRunId,
      differsFromTold: false,
      newId: idOf("incident", index),
      at,
    };
    const step = afterRun(before, run);
    const news = newsMessages(step.incidents, { update: step.update, at });
    const recoveries = recoveryMessages(step.closed, run.runId);
    before = step.incidents;
    if (notified) for (const message of news) before = afterMessage(before, message);
    const types = [...recoveries, ...news].map(({ type, reason }) => [type, reason]);
    const entries = incidentEntries(step, at).map(({ id, closedAt, reason }) => [id, closedAt, reason]);
    return { types, entries, shown: shownIncident(step.incidents) };
  });
}

describe("the incidents of a monitor", () => {
  it("open with the third failed run in a row and close with the next capture", () => {
    const [, second, third, fourth, fifth] = steps(["failed", "failed", "failed", "failed", "unchanged"]);
    expect(second).to.deep.equal({ types: [], entries: [], shown: null });
    expect(third?.types).to.deep.equal([["monitor.failed", null]]);
    expect(third?.entries).to.deep.equal([[idOf("incident", 2), null, null]]);
    expect(fourth?.types).to.deep.equal([]);
    expect(fourth?.shown).to.include({ type: "failure", consecutiveFailures: 4 });
    expect(fifth?.types).to.deep.equal([["monitor.failure_recovered", null]]);
    expect(fifth?.entries).to.deep.equal([[idOf("incident", 2), "2026-11-21T09:30:04.000Z", "captured"]]);
    expect(fifth?.shown).to.equal(null);
  });

  it("about an expectation open with its first run, stay through failures, and close once", () => {
    const list = steps(["unexpected", "unexpected", "failed", "unexpected", "unchanged", "unchanged"]);
    expect(list.map(({ types }) => types.map(([type]) => type))).to.deep.equal([
      ["monitor.expectation_broken"],
      [],
      [],
      [],
      ["monitor.expectation_recovered"],
      [],
    ]);
    expect(list[3]?.shown).to.include({ type: "expectation" });
    expect(list[4]?.entries).to.deep.equal([[idOf("incident", 0), "2026-11-21T09:30:04.000Z", "expected"]]);
  });

  it("tell an opening that waited before the further change of a condition", () => {
    const run: EndedRun = {
      outcome: "changed",
      runId: idOf("run", 1),
      baselineRunId: idOf("run", 0),
      differsFromTold: true,
      newId: idOf("incident", 1),
      at: "2026-11-21T09:30:01.000Z",
    };
    const muted = afterRun(noIncidents, run).incidents;
    const at = "2026-11-21T09:30:02.000Z";
    const step = afterRun(muted, { ...run, runId: idOf("run", 2), newId: idOf("incident", 2), at });
    const news = newsMessages(step.incidents, { update: step.update, at });
    expect(news.map(({ type, runId }) => [type, runId])).to.deep.equal([
      ["monitor.change_detected", idOf("run", 1)],
      ["monitor.change_updated", idOf("run", 2)],
    ]);
    const { change, changesInARow } = news.reduce(afterMessage, step.incidents);
    expect(change?.updates).to.deep.equal([{ runId: idOf("run", 2), at }]);
    expect(changesInARow).to.equal(2);
  });

  it("do not count a failure that is tried again", () => {
    const list = steps([
      "failed",
      "retrying",
      "retrying",
      "failed",
      "retrying",
      "unchanged",
      "failed",
      "failed",
      "retrying",
    ]);
    expect(list.flatMap(({ types }) => types)).to.deep.equal([]);
  });

  it("keep a change open while the page cannot be captured, and report both ends in order", () => {
    const list = steps(["changed", "failed", "failed", "failed", "changed", "unchanged"]);
    expect(list[3]?.shown).to.include({ type: "failure" });
    expect(list.map(({ types }) => types.map(([type]) => type))).to.deep.equal([
      ["monitor.change_detected"],
      [],
      [],
      ["monitor.failed"],
      ["monitor.failure_recovered"],
      ["monitor.change_recovered"],
    ]);
    expect(list.flatMap(({ entries }) => entries.map(([id, , reason]) => [id, reason]))).to.deep.equal([
      [idOf("incident", 0), null],
      [idOf("incident", 3), null],
      [idOf("incident", 3), "captured"],
      [idOf("incident", 0), "restored"],
    ]);
  });

  it("close a change that stayed once its own run is the baseline", () => {
    const [, after] = steps(["changed", "unchanged"], { baselineRunId: idOf("run", 0) });
    expect(after?.types).to.deep.equal([["monitor.change_recovered", "stayed"]]);
  });

  it("offer the message of an opening until it is sent, and none of the end of an unsent one", () => {
    const list = steps(["changed", "failed", "unconfirmed", "unchanged"], { notified: false });
    expect(list.map(({ types }) => types.map(([type]) => type))).to.deep.equal([
      ["monitor.change_detected"],
      ["monitor.change_detected"],
      ["monitor.change_detected"],
      [],
    ]);
  });
});
