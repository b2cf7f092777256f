import { expect } from "chai";
import { withScheme } from "#clients/addresses/pageAddress.ts";
import { readPageLines } from "#clients/addresses/pageLines.ts";

describe("an address without a scheme", () => {
  const http = [
    ..."127.0.0.1:9963 127.1 localhost localhost:9963/a shop.localhost 10.0.0.7 192.168.1.1/x 172.16.0.1".split(" "),
    ..."[::1]:9963 [fd00::1] [fe80::1]:80 0.0.0.0:8080 web:8080 nas.local printer.internal router.home.arpa".split(" "),
  ];
  const https =
    "example.com example.com:8443/a 10.example.com 8.8.8.8 172.32.0.1 [2001:db8::1] localhost.example.com".split(" ");
  for (const address of http)
    it(`gets http: ${address}`, () => expect(withScheme(address)).to.equal(`http://${address}`));
  for (const address of https)
    it(`gets https: ${address}`, () => expect(withScheme(address)).to.equal(`https://${address}`));
  it("keeps a scheme", () => {
    for (const address of ["https://127.0.0.1:1/", "HTTP://example.com", "ftp://example.com"])
      expect(withScheme(` ${address} `)).to.equal(address);
  });
});

describe("a list of pages", () => {
  const read = (text: string) =>
    readPageLines(text).map(({ number, url, name, problem }) => [number, url, name, problem]);

  it("has an address on each line, and a name after a comma, a tab or a space", () => {
    const lines = [
      "# our pages",
      "http://127.0.0.1:9963/about, About us, and more",
      "shop.example/pricing\tPrices, all",
      "https://shop.example/terms Terms of the shop",
      "  ",
      "https://shop.example/a,b.html",
      "127.0.0.1:9964/,",
    ];
    expect(read(lines.join("\r\n"))).to.deep.equal([
      [2, "http://127.0.0.1:9963/about", "About us, and more", null],
      [3, "https://shop.example/pricing", "Prices, all", null],
      [4, "https://shop.example/terms", "Terms of the shop", null],
      [6, "https://shop.example/a,b.html", "", null],
      [7, "http://127.0.0.1:9964/", "", null],
    ]);
  });

  it("says which lines are no addresses", () => {
    const lines = ["not an address", "ftp://shop.example/c", "http://[", "x.example/".padEnd(2_100, "a")];
    expect(readPageLines(lines.join("\n")).map(({ problem }) => problem)).to.deep.equal([
      "The address has a space. Put a comma or a tab before the name.",
      "The address must start with http:// or https://.",
      "This is not an address.",
      "The address must have at most 2048 characters.",
    ]);
  });
});
