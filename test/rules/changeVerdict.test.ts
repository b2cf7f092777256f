import { assert } from "chai";
import { addBelowThreshold, changeVerdict, isBelowThreshold } from "#rules/monitor.ts";

const calm = { added: 0, removed: 0, differenceRatios: [] };

describe("the verdict of a comparison", () => {
  it("is a change at the threshold and above", () => {
    assert.deepEqual(changeVerdict({ differenceRatio: 0.01 }, 0.01), ["page"]);
    assert.deepEqual(changeVerdict({ differenceRatio: 0.0099 }, 0.01), []);
  });

  it("is never a change without a difference, even at threshold 0", () => {
    assert.deepEqual(changeVerdict({ differenceRatio: 0 }, 0), []);
    assert.deepEqual(changeVerdict({ differenceRatio: 0, regions: { ...calm, differenceRatios: [0, 0] } }, 0), []);
    assert.deepEqual(changeVerdict({ differenceRatio: 1e-9 }, 0), ["page"]);
  });

  it("is a change when one region changed, however small its share of the page", () => {
    const drowned = { differenceRatio: 3e-5, regions: { ...calm, differenceRatios: [0, 0.3] } };
    assert.deepEqual(changeVerdict(drowned, 0.01), ["region_changed"]);
    assert.deepEqual(changeVerdict({ ...drowned, regions: { ...calm, differenceRatios: [0.009] } }, 0.01), []);
  });

  it("is a change when regions appear or disappear, whatever they show", () => {
    const findings = { differenceRatio: 0, regions: { added: 1, removed: 2, differenceRatios: [] } };
    assert.deepEqual(changeVerdict(findings, 1), ["region_added", "region_removed"]);
  });

  it("is below the threshold for a difference that does not count", () => {
    const cases: [differenceRatio: number, threshold: number, below: boolean][] = [
      [0, 0, false],
      [1e-9, 0, false],
      [0, 0.01, false],
      [1e-9, 0.01, true],
      [0.0099, 0.01, true],
      [0.01, 0.01, false],
    ];
    for (const [differenceRatio, threshold, below] of cases) {
      assert.equal(isBelowThreshold({ differenceRatio }, threshold), below, `${differenceRatio} at ${threshold}`);
    }
    const region = { differenceRatio: 3e-5, regions: { ...calm, differenceRatios: [0.3] } };
    assert.isFalse(isBelowThreshold(region, 0.01));
  });
});

describe("differences below the threshold since the last message", () => {
  it("are counted, and the run with the largest one represents them", () => {
    const first = addBelowThreshold(null, { runId: "a", differenceRatio: 0.002 });
    assert.deepEqual(first, { runs: 1, runId: "a", differenceRatio: 0.002 });
    const second = addBelowThreshold(first, { runId: "b", differenceRatio: 0.005 });
    assert.deepEqual(second, { runs: 2, runId: "b", differenceRatio: 0.005 });
    const third = addBelowThreshold(second, { runId: "c", differenceRatio: 0.001 });
    assert.deepEqual(third, { runs: 3, runId: "b", differenceRatio: 0.005 });
    assert.deepEqual(addBelowThreshold(third, undefined), third);
    assert.isNull(addBelowThreshold(null, undefined));
  });
});
