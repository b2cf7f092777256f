import { expect } from "chai";
import { inScope } from "#activities/crawl/crawlStep.ts";

describe("the scope of a crawl", () => {
  const start = "https://www.example.co.uk/start";
  const table: [url: string, host: boolean, origin: boolean, domain: boolean][] = [
    ["https://www.example.co.uk/", true, true, true],
    ["http://www.example.co.uk/", true, false, true],
    ["https://www.example.co.uk:8443/", false, false, true],
    ["https://example.co.uk/", false, false, true],
    ["https://shop.example.co.uk/", false, false, true],
    ["https://other.co.uk/", false, false, false],
    ["https://www.example.co.uk.evil.com/", false, false, false],
  ];
  for (const [url, host, origin, domain] of table) {
    it(`${start} and ${url}`, () => {
      const inside = (scope: "host" | "origin" | "domain") => inScope(scope, [new URL(start)], new URL(url));
      expect([inside("host"), inside("origin"), inside("domain")]).to.deep.equal([host, origin, domain]);
    });
  }

  it("stays within the own name below a shared public suffix", () => {
    expect(inScope("domain", [new URL("https://a.github.io/")], new URL("https://b.github.io/"))).to.equal(false);
    expect(inScope("domain", [new URL("https://a.github.io/")], new URL("https://x.a.github.io/"))).to.equal(true);
  });

  it("of an address without a domain is its host", () => {
    expect(inScope("domain", [new URL("http://10.0.0.1:80/")], new URL("http://10.0.0.1/a"))).to.equal(true);
    expect(inScope("domain", [new URL("http://10.0.0.1/")], new URL("http://10.0.0.1:81/"))).to.equal(false);
    expect(inScope("domain", [new URL("http://10.0.0.1/")], new URL("http://10.0.0.2/"))).to.equal(false);
  });

  it("is around every start", () => {
    const starts = [new URL("http://example.com/"), new URL("https://www.example.com/")];
    expect(inScope("origin", starts, new URL("https://www.example.com/a"))).to.equal(true);
    expect(inScope("origin", starts, new URL("https://example.com/a"))).to.equal(false);
  });
});
