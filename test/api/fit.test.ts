import { expect } from "chai";
import * as fc from "fast-check";
import { fitInto } from "#api/pictures/fit.ts";
import { sizeOfForm } from "#api/pictures/encode.ts";

const picture = { width: 1_280, height: 5_000 };

describe("a picture in a box", () => {
  const sizes: [query: Parameters<typeof fitInto>[1], width: number, height: number][] = [
    [{}, 1_280, 5_000],
    [{ height: 500 }, 128, 500],
    [{ width: 320, height: 500 }, 128, 500],
    [{ width: 320, height: 500, fit: "contain" }, 128, 500],
    [{ width: 320, height: 500, fit: "cover" }, 320, 500],
    [{ width: 320, height: 500, fit: "pad" }, 320, 500],
    [{ width: 2_000, height: 500, fit: "cover" }, 1_280, 500],
    [{ width: 2_000, height: 4_096, fit: "pad" }, 2_000, 4_096],
    [{ width: 1, height: 1, fit: "cover" }, 1, 1],
  ];
  for (const [query, width, height] of sizes) {
    it(`${JSON.stringify(query)} has ${width} × ${height} pixels`, () =>
      expect(sizeOfForm(fitInto(picture, query))).to.deep.equal({ width, height }));
  }

  it("keeps the part that position names", () => {
    const top = (position: "top" | "center" | "bottom") =>
      fitInto(picture, { width: 320, height: 500, fit: "cover", position }).part.top;
    expect([top("top"), top("center"), top("bottom")]).to.deep.equal([0, 375, 750]);
    const border = fitInto(picture, { width: 320, height: 500, fit: "pad", position: "left" }).border;
    expect(border).to.deep.equal({ left: 0, right: 192, top: 0, bottom: 0 });
  });

  it("is never enlarged, keeps inside the scaled picture, and fills the box of pad", () => {
    const side = fc.integer({ min: 1, max: 4_096 });
    const size = fc.record({ width: side, height: side });
    const query = fc.record(
      {
        width: side,
        height: side,
        fit: fc.constantFrom("contain" as const, "cover" as const, "pad" as const),
        position: fc.constantFrom("center" as const, "top" as const, "right" as const),
      },
      { requiredKeys: ["width", "height"] },
    );
    fc.assert(
      fc.property(size, query, (given, box) => {
        const form = fitInto(given, box);
        const { scaled, part, border } = form;
        expect(scaled.width).to.be.within(1, given.width);
        expect(scaled.height).to.be.within(1, given.height);
        expect(part.left + part.width).to.be.at.most(scaled.width);
        expect(part.top + part.height).to.be.at.most(scaled.height);
        expect(Math.min(...Object.values(border), part.left, part.top)).to.equal(0);
        const made = sizeOfForm(form);
        if (box.fit === "pad") expect(made).to.deep.equal({ width: box.width, height: box.height });
        else {
          expect(made.width).to.be.at.most(box.width);
          expect(made.height).to.be.at.most(box.height);
        }
      }),
    );
  });
});
