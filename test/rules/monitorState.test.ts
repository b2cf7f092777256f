import { expect } from "chai";
import { type MonitorFacts, monitorStateOf } from "#rules/monitorState.ts";

const good = { status: "completed", trigger: "scheduled" } as const;
const error = { code: "connection_failed", message: "The host did not answer." } as const;
const failed = { status: "failed", trigger: "scheduled", error } as const;
const retried = { ...failed, trigger: "retry" } as const;
const usual: MonitorFacts = {
  status: "active",
  planLimit: null,
  isPageGone: false,
  incident: null,
  hasBaseline: true,
  recentRuns: [good],
};

describe("the state of a monitor", () => {
  const cases: [what: string, facts: Partial<MonitorFacts>, state: object][] = [
    ["is OK after a run without a change", {}, { kind: "ok", failures: 0, reason: null }],
    ["is the first capture before any run", { hasBaseline: false, recentRuns: [] }, { kind: "first_capture" }],
    [
      "stays the first capture while the first run goes on",
      { hasBaseline: false, recentRuns: [{ status: "capturing", trigger: "initial" }] },
      { kind: "first_capture", failures: 0 },
    ],
    [
      "is no first capture from the first failure on",
      { hasBaseline: false, recentRuns: [failed] },
      { kind: "no_first_capture", failures: 1, reason: error.message },
    ],
    [
      "stays no first capture when the incident opens",
      { hasBaseline: false, recentRuns: [failed, failed, failed], incident: { type: "failure" } },
      { kind: "no_first_capture", failures: 3 },
    ],
    [
      "is failing from the first failure after a good run",
      { recentRuns: [failed, good, failed] },
      { kind: "failing", failures: 1, reason: error.message },
    ],
    [
      "counts failures across runs that were skipped or go on",
      { recentRuns: [{ ...good, status: "queued" }, failed, { ...good, status: "skipped" }, failed, good] },
      { kind: "failing", failures: 2 },
    ],
    [
      "counts a failed run once, however often it was tried again",
      { recentRuns: [retried, retried, failed, retried, failed, good] },
      { kind: "failing", failures: 2 },
    ],
    [
      "is failing and not changed while both apply, because a failed run cannot see the change",
      { recentRuns: [failed, good], incident: { type: "change" } },
      { kind: "failing" },
    ],
    [
      "is down once the failure incident is open",
      { recentRuns: [failed, failed, failed, good], incident: { type: "failure" } },
      { kind: "down", failures: 3, reason: error.message },
    ],
    ["is changed while a change is open", { incident: { type: "change" } }, { kind: "changed", reason: null }],
    ["is paused whatever its runs did", { status: "paused", recentRuns: [failed] }, { kind: "paused" }],
    ["is out of credits", { status: "paused_plan_limit", planLimit: "credits" }, { kind: "out_of_credits" }],
    ["names another limit of the plan", { status: "paused_plan_limit", planLimit: "count" }, { kind: "plan_limit" }],
    ["says that its page left the sitemap", { status: "paused", isPageGone: true }, { kind: "page_gone" }],
  ];
  for (const [what, facts, state] of cases) {
    it(what, () => expect(monitorStateOf({ ...usual, ...facts })).to.deep.include(state));
  }

  it("gives a reason for each limit of the plan", () => {
    for (const planLimit of ["credits", "count", "interval"] as const) {
      const { reason } = monitorStateOf({ ...usual, status: "paused_plan_limit", planLimit });
      expect(reason, planLimit).to.match(/\.$/);
    }
  });
});
