import { expect } from "chai";
import { hasAddress, sitesOf } from "#activities/browser/steps/pageAddress.ts";

describe("the address that a step waits for", () => {
  it("has the part anywhere", () => {
    expect(hasAddress("https://shop.example/account?a=1", "/account")).to.equal(true);
    expect(hasAddress("https://shop.example/", "/account")).to.equal(false);
  });

  it("begins with a part that has a scheme, up to the end of the host at least", () => {
    expect(hasAddress("https://shop.example/account", "https://shop.example/acc")).to.equal(true);
    expect(hasAddress("https://shop.example/", "HTTPS://Shop.example")).to.equal(true);
    expect(hasAddress("https://shop.example.evil.example/", "https://shop.example")).to.equal(false);
    expect(hasAddress("https://evil.example/?https://shop.example/", "https://shop.example/")).to.equal(false);
    expect(hasAddress("http://shop.example/", "https://shop.example/")).to.equal(false);
  });
});

describe("the sites that a field may be filled in at", () => {
  const url = new URL("https://www.shop.example/login");
  const sites = (...steps: Parameters<typeof sitesOf>[1]) => [...sitesOf(url, steps)].toSorted();

  it("are that of the request, of the last address opened, and of addresses that were met", () => {
    expect(sites()).to.deep.equal(["shop.example"]);
    expect(sites({ goto: "https://a.example/" }, { goto: "https://id.b.example/" })).to.deep.equal([
      "b.example",
      "shop.example",
    ]);
    expect(sites({ waitFor: { address: "https://login.sso.example/" } }, { wait: 1 })).to.deep.equal([
      "shop.example",
      "sso.example",
    ]);
  });

  it("are none of an address in part", () => {
    expect(sites({ waitFor: { address: "sso.example" } }, { waitFor: { address: "/login" } })).to.deep.equal([
      "shop.example",
    ]);
  });

  it("are apart where strangers share a domain", () => {
    expect([...sitesOf(new URL("https://one.github.io/"), [])]).to.deep.equal(["one.github.io"]);
  });
});
