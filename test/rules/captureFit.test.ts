import { expect } from "chai";
import { captureFits } from "#rules/captureFit.ts";

/** Whether the last option fits beside the others. */
const fits = (capture: Record<string, unknown>): boolean => {
  const name = Object.keys(capture).at(-1) ?? "";
  return captureFits(name, { option: (other) => capture[other], holdsByHttp: (other) => other !== "theme" });
};

describe("defaults that fit a capture", () => {
  const cases: [capture: Record<string, unknown>, fits: boolean][] = [
    [{ theme: "dark" }, true],
    [{ fetch: "http", theme: "dark" }, false],
    [{ fetch: "http", locale: "de" }, true],
    [{ ignoreText: ["x"] }, false],
    [{ text: true, ignoreText: ["x"] }, true],
    [{ text: true, onlyAdded: true, onlyRemoved: true }, false],
    [{ text: true, onlyAdded: false, onlyRemoved: true }, true],
    [{ delay: 16 }, false],
    [{ timeout: 40, delay: 16 }, true],
    [{ delay: 10, timeout: 15 }, false],
    [{ width: 800, device: "iphone-15-pro" }, false],
    [{ device: "iphone-15-pro", height: 800 }, false],
    [{ width: 800, height: 600 }, true],
    [{ omitBackground: true }, false],
    [{ format: "png", omitBackground: true }, true],
    [{ omitBackground: true, format: "jpg" }, false],
    [{ ignoreRegions: [{ x: 0, y: 0, width: 1, height: 1 }] }, true],
    [{ fetch: "http", ignoreRegions: [{ x: 0, y: 0, width: 1, height: 1 }] }, false],
    [{ fetch: "http", ignoreRegions: [{ selector: ".clock" }] }, true],
  ];
  for (const [capture, expected] of cases) {
    it(`${expected ? "take" : "leave out"} the last of ${JSON.stringify(capture)}`, () => {
      expect(fits(capture)).to.equal(expected);
    });
  }
});
