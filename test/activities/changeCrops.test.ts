import { expect } from "chai";
import { changeCrops } from "#activities/notify/alert/changeCrops.ts";
import type { RunFindings } from "#schemas/monitor/run.ts";

type Area = RunFindings["regions"][number];

const size = { width: 1_280, height: 5_000 };
type Corners = [x: number, y: number, width: number, height: number];
const area = ([x, y, width, height]: Corners, status: Area["status"] = "changed"): Area => ({
  x,
  y,
  width,
  height,
  status,
  differenceRatio: 1,
});

describe("the crops of a change", () => {
  it("show the largest area with its surroundings, in both pictures", () => {
    const crops = changeCrops({ regions: [area([600, 1_000, 400, 200])] }, { before: size, after: size });
    const box = { x: 576, y: 976, width: 448, height: 248 };
    expect(crops).to.deep.equal({ before: box, after: box });
  });

  it("show areas near it, and leave out those far away", () => {
    const regions = [area([600, 1_000, 400, 200]), area([100, 1_300, 50, 50]), area([600, 4_000, 50, 50])];
    const crops = changeCrops({ regions }, { before: size, after: size });
    expect(crops?.after).to.deep.equal({ x: 76, y: 976, width: 948, height: 398 });
  });

  it("follow the rows where content was inserted above", () => {
    const alignment = [
      { before: 0, after: 0, height: 500 },
      { before: null, after: 500, height: 300 },
      { before: 500, after: 800, height: 4_200 },
    ];
    const crops = changeCrops({ regions: [area([600, 2_000, 400, 200])], alignment }, { before: size, after: size });
    expect([crops?.after.y, crops?.before.y]).to.deep.equal([1_976, 1_676]);
  });

  it("stay inside small pictures and pictures of other heights", () => {
    const small = { width: 320, height: 240 };
    const crops = changeCrops(
      { regions: [area([0, 0, 320, 600], "added")] },
      { before: small, after: { width: 320, height: 600 } },
    );
    expect(crops?.before).to.deep.equal({ x: 0, y: 0, ...small });
    expect(crops?.after).to.deep.equal({ x: 0, y: 0, width: 320, height: 600 });
    expect(changeCrops({ regions: [] }, { before: small, after: small })).to.equal(null);
  });
});
