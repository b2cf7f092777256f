import { expect } from "chai";
import { numberHistory, numberLabel, numberPoints, numberSteps } from "#rules/numberHistory.ts";
import type { RecentRun } from "#schemas/monitor/run.ts";

type Run = Pick<RecentRun, "trigger" | "number">;

const run = (value: number, text: string | null = `€${value}`, name = "price"): Run => ({
  trigger: "scheduled",
  number: { name, value, text },
});

/** The history of runs that are given oldest first. */
const historyOf = (...runs: Run[]) => {
  const history = numberHistory(runs.toReversed());
  if (history === null) throw new Error("The runs have a history.");
  return history;
};

describe("the history of a number", () => {
  it("has the numbers of the runs, oldest first, without confirming runs and those that read none", () => {
    const history = historyOf(run(39), { trigger: "scheduled" }, { ...run(45), trigger: "confirmation" }, run(89));
    expect(history).to.deep.equal({
      name: "price",
      numbers: [
        { value: 39, text: "€39" },
        { value: 89, text: "€89" },
      ],
    });
    expect(numberHistory([{ trigger: "scheduled" }])).to.equal(null);
    expect(numberHistory([])).to.equal(null);
  });

  it("stays with its value, also if the page hid it in the newest run", () => {
    const { name, numbers } = historyOf(run(39), run(45), run(3, "3", "stock"));
    expect([name, numbers.map(({ value }) => value)]).to.deep.equal(["price", [39, 45]]);
  });

  it("shows a number without words of the page by itself, and words in one line", () => {
    const { numbers } = historyOf(run(1.5, null), run(2, "2\n\u202eEUR"), run(3, " \n "));
    expect(numbers.map(({ text }) => text)).to.deep.equal(["1.5", "2 EUR", "3"]);
  });

  it("is told in a line without repetitions, of the last six numbers", () => {
    expect(numberSteps(historyOf(run(39), run(39), run(45), run(39)))).to.equal("€39 → €45 → €39");
    const many = historyOf(...Array.from({ length: 9 }, (_, index) => run(index)));
    expect(numberSteps(many)).to.equal("… → €3 → €4 → €5 → €6 → €7 → €8");
  });

  it("names the lowest, the highest and the last number, by size and not by letters", () => {
    expect(numberLabel(historyOf(run(100), run(9), run(20)))).to.equal("price, 3 runs: €9 to €100, now €20");
    expect(numberLabel(historyOf(run(9), run(9)))).to.equal("price, 2 runs: always €9");
    expect(numberLabel(historyOf(run(9)))).to.equal("price, 1 run: always €9");
  });

  it("is a line from the left to the right, with the lowest number at the bottom", () => {
    const size = { width: 64, height: 20, margin: 2 };
    expect(numberPoints(historyOf(run(10), run(30), run(20)), size)).to.deep.equal([
      { x: 2, y: 18 },
      { x: 32, y: 2 },
      { x: 62, y: 10 },
    ]);
    expect(numberPoints(historyOf(run(5), run(5)), size).map(({ y }) => y)).to.deep.equal([10, 10]);
    expect(numberPoints(historyOf(run(5)), size)).to.deep.equal([{ x: 2, y: 10 }]);
  });

  it("stays inside its picture for the largest numbers", () => {
    const huge = historyOf(run(-Number.MAX_VALUE), run(0), run(Number.MAX_VALUE));
    const size = { width: 64, height: 20, margin: 2 };
    expect(numberPoints(huge, size).map(({ y }) => y)).to.deep.equal([18, 10, 2]);
  });
});
