import { assert } from "chai";
import type { RowRun } from "#activities/compare/alignRows.ts";
import type { RegionLists } from "#activities/compare/matchRegions.ts";
import { compareRegions, nameAreas, type RegionMeasures } from "#activities/compare/pageRegions.ts";
import type { ChangedArea, PageRegion } from "#schemas/diff.ts";

type Placed = readonly [role: string, label: string, y: number, height: number];

/** Regions of a page, one below the other, with selectors that count the sections. */
function regions(...placed: Placed[]): PageRegion[] {
  return placed.map(([role, label, y, height], index) => ({
    selector: `${role}:nth-of-type(${index + 1})`,
    role,
    label,
    x: 0,
    y,
    width: 1000,
    height,
  }));
}

const page: Placed[] = [
  ["header", "Harbour", 0, 100],
  ["section", "Prices", 100, 400],
  ["section", "Contact", 500, 300],
  ["footer", "", 800, 200],
];
const unmoved: RowRun[] = [{ kind: "both", before: 0, after: 0, rows: 1000 }];

function differences(lists: RegionLists, measures: Partial<RegionMeasures> = {}) {
  const changedIn = lists.after.map(() => 0);
  return compareRegions(lists, { changedIn, runs: unmoved, threshold: 0.01, ...measures }).map(
    ({ region, changes }) => [region.label, ...changes] as const,
  );
}

describe("a page's own regions", () => {
  it("are not reported if they did not change", () => {
    assert.deepEqual(differences({ before: regions(...page), after: regions(...page) }), []);
  });

  it("count as changed from the threshold of their own area", () => {
    const lists = { before: regions(...page), after: regions(...page) };
    assert.deepEqual(differences(lists, { changedIn: [0, 3_999, 3_000, 0] }), [["Contact", "changed"]]);
    assert.deepEqual(differences(lists, { changedIn: [0, 1, 0, 0], threshold: 0 }), [["Prices", "changed"]]);
  });

  it("are added and removed, while shifted ones below are neither", () => {
    const taller: Placed[] = [
      ["header", "Harbour", 0, 100],
      ["section", "News", 100, 50],
      ["section", "Prices", 150, 400],
      ["section", "Contact", 550, 300],
      ["footer", "", 850, 200],
    ];
    const inserted: RowRun[] = [
      { kind: "both", before: 0, after: 0, rows: 100 },
      { kind: "added", after: 100, rows: 50 },
      { kind: "both", before: 100, after: 150, rows: 900 },
    ];
    assert.deepEqual(differences({ before: regions(...page), after: regions(...taller) }, { runs: inserted }), [
      ["News", "added"],
    ]);
    const removed: RowRun[] = [
      { kind: "both", before: 0, after: 0, rows: 100 },
      { kind: "removed", before: 100, rows: 50 },
      { kind: "both", before: 150, after: 100, rows: 900 },
    ];
    assert.deepEqual(differences({ before: regions(...taller), after: regions(...page) }, { runs: removed }), [
      ["News", "removed"],
    ]);
  });

  it("move and change size by more than 4 pixels", () => {
    const after: Placed[] = [
      ["header", "Harbour", 4, 104],
      ["section", "Prices", 440, 400],
      ["section", "Contact", 100, 340],
      ["footer", "", 800, 200],
    ];
    assert.deepEqual(differences({ before: regions(...page), after: regions(...after) }), [
      ["Prices", "moved"],
      ["Contact", "resized", "moved"],
    ]);
  });

  it("appear once with all their changes, the most important first", () => {
    const lists = { before: regions(["section", "Prices", 0, 100]), after: regions(["section", "Prices", 300, 200]) };
    assert.deepEqual(differences(lists, { changedIn: [200_000] }), [["Prices", "changed", "resized", "moved"]]);
  });

  it("are the same under another label if the selector is the same", () => {
    const renamed = regions(...page.map(([role, label, ...box]): Placed => [role, label && `${label} 2027`, ...box]));
    assert.deepEqual(differences({ before: regions(...page), after: renamed }), []);
  });

  it("have their previous box", () => {
    const [moved] = compareRegions(
      { before: regions(["section", "Prices", 0, 100]), after: regions(["section", "Prices", 300, 100]) },
      { changedIn: [0], runs: unmoved, threshold: 1 },
    );
    assert.deepEqual(moved?.before, { x: 0, y: 0, width: 1000, height: 100 });
  });

  describe("name changed areas", () => {
    const nested: PageRegion[] = [
      ...regions(...page),
      { selector: "h2", role: "heading", label: "From 10 a month", x: 100, y: 150, width: 400, height: 40 },
    ];
    const nameOf = (box: Partial<ChangedArea>) => {
      const area = { x: 0, y: 0, width: 50, height: 20, differenceRatio: 1, status: "changed", ...box } as const;
      return nameAreas([area], { before: regions(["aside", "Old", 0, 900]), after: nested })[0]?.region?.label ?? null;
    };

    it("by the smallest region around them", () => {
      assert.equal(nameOf({ x: 200, y: 160 }), "From 10 a month");
      assert.equal(nameOf({ x: 700, y: 160 }), "Prices");
    });

    it("by the region that contains most of them if none contains all", () => {
      assert.equal(nameOf({ y: 470, height: 100 }), "Contact");
    });

    it("by no region outside of all regions", () => {
      assert.isNull(nameOf({ x: 5000 }));
      assert.isNull(nameOf({ y: 0, height: 1000, width: 1000 }));
    });

    it("by the regions before if they are removed", () => {
      assert.equal(nameOf({ status: "removed" }), "Old");
    });
  });
});
