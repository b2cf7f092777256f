import { expect } from "chai";
import { deviceTable, kebabDeviceName } from "#activities/browser/devices.ts";
import { deviceNames } from "#schemas/devices.ts";

describe("device names", () => {
  it("are the same in the vocabulary and in the browser's table", () => {
    expect([...deviceTable().keys()].toSorted()).to.deep.equal([...deviceNames].toSorted());
  });

  for (const [name, kebab] of [
    ["Galaxy S9+ landscape", "galaxy-s9-plus-landscape"],
    ["iPad Pro 11", "ipad-pro-11"],
    ["iPhone SE (3rd gen)", "iphone-se-3rd-gen"],
    ["Pixel 4a (5G)", "pixel-4a-5g"],
  ] as const) {
    it(`${name} is ${kebab}`, () => {
      expect(kebabDeviceName(name)).to.equal(kebab);
    });
  }
});
