import { expect } from "chai";
import { isWhole, shownUrl } from "#rules/pageUrl.ts";

const url = "https://me:secret@shop.example:8443/lamps/?q=red&token=a%20b&token=2#access=1";

describe("the address of a monitor's page", () => {
  it("is shown as the account's setting says", () => {
    expect(shownUrl(url, "host")).to.equal(null);
    expect(shownUrl(url, "full")).to.equal(url);
    expect(shownUrl(url, "masked")).to.equal("https://shop.example:8443/lamps/?q=…&token=…&token=…");
    expect(shownUrl("https://shop.example/lamps", "masked")).to.equal("https://shop.example/lamps");
  });

  it("leads to the page unless a value is left out", () => {
    expect([url, "https://shop.example/lamps", "https://shop.example/?q=…"].map(isWhole)).to.deep.equal([
      true,
      true,
      false,
    ]);
  });
});
