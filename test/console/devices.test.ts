import { expect } from "chai";
import { deviceOptions } from "#console/screens/renders/playground/devices.ts";
import { deviceNames } from "#schemas/renders/devices.ts";

describe("the devices of a form in the console", () => {
  const options = deviceOptions(deviceNames);

  it("are all there once, under different names", () => {
    expect(options.map(({ value }) => value)).to.have.members(deviceNames);
    expect(new Set(options.map(({ label }) => label)).size).to.equal(deviceNames.length);
  });

  it("are in five groups, each in one piece, with the newest of a family first", () => {
    const groups = options.map(({ group }) => group);
    const starts = groups.filter((group, index) => group !== groups[index - 1]);
    expect(starts).to.deep.equal(["Computers", "Phones", "Tablets", "Phones, landscape", "Tablets, landscape"]);
    const labels = options.map(({ label }) => label);
    expect(labels.indexOf("iPhone 16 Pro")).to.be.below(labels.indexOf("iPhone 15 Pro"));
    expect(labels.indexOf("iPhone 4")).to.be.below(labels.indexOf("BlackBerry Z30"));
  });

  for (const [name, label, group] of [
    ["desktop-full-hd", "Desktop Full HD", "Computers"],
    ["iphone-se-3rd-gen", "iPhone SE 3rd Gen", "Phones"],
    ["nexus-5x", "Nexus 5x", "Phones"],
    ["nexus-7", "Nexus 7", "Tablets"],
    ["nexus-10-landscape", "Nexus 10, landscape", "Tablets, landscape"],
    ["pixel-4a-5g-landscape", "Pixel 4a 5G, landscape", "Phones, landscape"],
  ] as const) {
    it(`have the name ${label} for ${name}`, () => {
      expect(options.find(({ value }) => value === name)).to.include({ label, group });
    });
  }
});
