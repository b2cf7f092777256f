import { assert } from "chai";
import { changeVerdict } from "#workflows/rules/monitor.ts";

const calm = { added: 0, removed: 0, differenceRatios: [] };

describe("the verdict of a comparison", () => {
  it("is a change from the threshold on", () => {
    assert.deepEqual(changeVerdict({ differenceRatio: 0.01 }, 0.01), ["page"]);
    assert.deepEqual(changeVerdict({ differenceRatio: 0.0099 }, 0.01), []);
  });

  it("is never a change where nothing changed, even at threshold 0", () => {
    assert.deepEqual(changeVerdict({ differenceRatio: 0 }, 0), []);
    assert.deepEqual(changeVerdict({ differenceRatio: 0, regions: { ...calm, differenceRatios: [0, 0] } }, 0), []);
    assert.deepEqual(changeVerdict({ differenceRatio: 1e-9 }, 0), ["page"]);
  });

  it("is a change where a region is, though the page drowns it", () => {
    const drowned = { differenceRatio: 3e-5, regions: { ...calm, differenceRatios: [0, 0.3] } };
    assert.deepEqual(changeVerdict(drowned, 0.01), ["region_changed"]);
    assert.deepEqual(changeVerdict({ ...drowned, regions: { ...calm, differenceRatios: [0.009] } }, 0.01), []);
  });

  it("is a change where regions came or went, whatever they show", () => {
    const findings = { differenceRatio: 0, regions: { added: 1, removed: 2, differenceRatios: [] } };
    assert.deepEqual(changeVerdict(findings, 1), ["region_added", "region_removed"]);
  });
});
