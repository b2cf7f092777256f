import { expect } from "chai";
import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { maxUpdates } from "#schemas/monitor/history.ts";
import {
  afterMessage,
  afterRun,
  type Incidents,
  maxKeptUpdates,
  newsMessages,
  noIncidents,
  recoveryMessages,
  type RunOutcome,
  runToDifferFrom,
} from "#rules/incidents.ts";

/** The finding of a run: the state of the page, or that it can't tell. `mode` is the baseline's mode at that time. */
type Step = { page: number; mode: "rolling" | "fixed"; finds: "page" | "failed" | "skipped" | "unconfirmed" };

/** A message, with the state of the page in its run. */
type Told = { run: number; type: string; page: number; changesInARow: number | null };

const idOf = (index: number) => `run-${String(index).padStart(4, "0")}`;

/** The messages of a monitor whose page goes through these states, from state 0 in the first run. */
function watch(steps: readonly Step[]) {
  let incidents: Incidents = noIncidents;
  let baseline = { runId: idOf(0), page: 0 };
  const pages = new Map([[idOf(0), 0]]);
  const told: Told[] = [];
  /** Runs that differ from their baseline and from what was told before. */
  const news: number[] = [];
  steps.forEach(({ page, mode, finds }, position) => {
    const index = position + 1;
    const runId = idOf(index);
    const at = new Date(index * 60_000).toISOString();
    pages.set(runId, page);
    const differs = page !== baseline.page;
    const seen: RunOutcome = differs ? "changed" : "unchanged";
    const outcome = finds === "page" ? seen : finds === "unconfirmed" && !differs ? "unchanged" : finds;
    const toldRun = runToDifferFrom(incidents, baseline.runId);
    const differsFromTold = toldRun !== null && pages.get(toldRun) !== page;
    if (outcome === "changed" && (toldRun === null || differsFromTold)) news.push(index);
    const baselineRunId = baseline.runId;
    const step = afterRun(incidents, { outcome, runId, baselineRunId, differsFromTold, newId: `in-${runId}`, at });
    incidents = step.incidents;
    const messages = [
      ...recoveryMessages(step.closed, runId),
      ...(outcome === "skipped" ? [] : newsMessages(incidents, { update: step.update, at })),
    ];
    for (const message of messages) {
      const { type, changesInARow } = message;
      told.push({ run: index, type, page: pages.get(message.runId) ?? -1, changesInARow });
      if (!type.endsWith("recovered")) incidents = afterMessage(incidents, message);
    }
    if (mode === "rolling" && (outcome === "changed" || outcome === "unchanged")) baseline = { runId, page };
  });
  return { told, news, changes: told.filter(({ type }) => /detected|updated/.test(type)), incidents };
}

const pagesIn = (mode: Step["mode"], pages: readonly number[]) =>
  pages.map((page): Step => ({ page, mode, finds: "page" }));

describe("each change of a page", () => {
  it("is told at its own run, with a rolling baseline", () => {
    const { told } = watch(pagesIn("rolling", [0, 39, 35, 29, 19, 19]));
    expect(told.map(({ run, type, page }) => [run, type, page])).to.deep.equal([
      [2, "monitor.change_detected", 39],
      [3, "monitor.change_detected", 35],
      [4, "monitor.change_detected", 29],
      [5, "monitor.change_detected", 19],
      [6, "monitor.change_recovered", 19],
    ]);
  });

  it("is told at its own run, with a fixed baseline, and not again while the page stays", () => {
    const { told } = watch(pagesIn("fixed", [39, 39, 35, 35, 39, 0]));
    expect(told.map(({ run, type, page }) => [run, type, page])).to.deep.equal([
      [1, "monitor.change_detected", 39],
      [3, "monitor.change_updated", 35],
      [5, "monitor.change_updated", 39],
      [6, "monitor.change_recovered", 0],
    ]);
  });

  it("is not told again when a fixed baseline becomes a rolling one", () => {
    const { changes } = watch([...pagesIn("fixed", [39, 39]), ...pagesIn("rolling", [39, 39, 35, 35])]);
    expect(changes.map(({ run, page }) => [run, page])).to.deep.equal([
      [1, 39],
      [5, 35],
    ]);
  });

  it("counts the changes in a row from the fifth on, and starts again after a run without one", () => {
    const { changes } = watch(pagesIn("rolling", [1, 2, 3, 4, 5, 6, 6, 7]));
    expect(changes.map(({ changesInARow }) => changesInARow)).to.deep.equal([null, null, null, null, 5, 6, null]);
    const fixed = watch(pagesIn("fixed", [1, 2, 3, 4, 5, 5, 6]));
    expect(fixed.changes.map(({ changesInARow }) => changesInARow)).to.deep.equal([null, null, null, null, 5, null]);
  });

  it("is kept up to the number that an incident lists", () => {
    expect(maxKeptUpdates).to.equal(maxUpdates);
    const { incidents } = watch(
      pagesIn(
        "fixed",
        Array.from({ length: 30 }, (_, index) => index + 1),
      ),
    );
    expect(incidents.change?.updates.map(({ runId }) => runId)).to.deep.equal(
      Array.from({ length: maxUpdates }, (_, index) => idOf(index + 11)),
    );
  });

  it("is told exactly once, whatever happens between", () => {
    const step = record({
      page: nat(3),
      mode: constantFrom<Step["mode"]>("rolling", "fixed"),
      finds: constantFrom<Step["finds"]>("page", "page", "page", "page", "failed", "skipped", "unconfirmed"),
    });
    assert(
      property(array(step, { maxLength: 40 }), (steps) => {
        const { changes, news, incidents } = watch(steps);
        expect(changes.map(({ run }) => run)).to.deep.equal(news);
        for (const { run, page } of changes) expect(page).to.equal(steps[run - 1]?.page);
        // Two messages in a row never show the same page, unless the page was as before between them.
        changes.forEach((change, index) => {
          const last = changes[index - 1];
          if (last?.page !== change.page) return;
          const between = steps.slice(last.run, change.run - 1);
          expect(
            between.some(({ page, finds }) => page !== change.page && finds !== "failed" && finds !== "skipped"),
          ).to.equal(true);
        });
        expect(incidents.change?.updates.length ?? 0).to.be.at.most(maxUpdates);
      }),
      { numRuns: 2_000 },
    );
  });
});
