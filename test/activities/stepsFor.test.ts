import { expect } from "chai";
import { stepsFor } from "#activities/render/stepsFor.ts";

describe("the steps of a page", () => {
  const steps = [{ fill: { target: "#password", value: "secret" } }];
  const texts = { steps: JSON.stringify(steps) };
  const crawl = { origin: "https://shop.example", delayMs: 0 };

  it("are those of the request; there are none without any", () => {
    expect(stepsFor({ url: "https://shop.example/a" }, texts)).to.deep.equal(steps);
    expect(stepsFor({ url: "https://shop.example/a" }, {})).to.deep.equal([]);
  });

  it("of a crawl are for the origin of its start page alone", () => {
    expect(stepsFor({ url: "https://shop.example/a", crawl }, texts)).to.deep.equal(steps);
    for (const url of ["https://help.shop.example/", "http://shop.example/", "https://shop.example:8443/"]) {
      expect(stepsFor({ url, crawl }, texts), url).to.deep.equal([]);
    }
  });
});
