import { expect } from "chai";
import { useBrowser } from "./support.ts";

const headers = { "X-Token": "s3cret", Authorization: "Bearer abc" };

const go = (to: string) => (_request: unknown, response: import("node:http").ServerResponse) =>
  response.writeHead(302, { location: to }).end();

describe("capture: the caller's headers", () => {
  const browser = useBrowser();

  const sent = (path: string) =>
    browser.site.received(path).map((request) => [request.host.split(":")[0], request.headers["x-token"]]);

  it("go with every request to the page's origin and with no other request", async () => {
    const { site } = browser;
    for (const path of ["/own.png", "/third.png", "/frame", "/fetched", "/third-fetched"])
      site.page(path, "x", { headers: { "access-control-allow-origin": "*" } });
    const url = site.page(
      "/page",
      `<img src="/own.png"><img src="${site.url("/third.png", "other.test")}"><iframe src="${site.url("/frame", "other.test")}"></iframe>
      <script>fetch("/fetched"); fetch("${site.url("/third-fetched", "other.test")}")</script>`,
    );
    await browser.capture({ url, waitUntil: "networkidle0" }, { headers });
    expect(sent("/page")).to.deep.equal([["site.test", "s3cret"]]);
    expect(sent("/own.png")).to.deep.equal([["site.test", "s3cret"]]);
    expect(sent("/fetched")).to.deep.equal([["site.test", "s3cret"]]);
    expect(sent("/third.png")).to.deep.equal([["other.test", undefined]]);
    expect(sent("/frame")).to.deep.equal([["other.test", undefined]]);
    expect(sent("/third-fetched")).to.deep.equal([["other.test", undefined]]);
    expect(site.received("/third.png")[0]?.headers.authorization).to.equal(undefined);
    expect(site.received("/page")[0]?.headers.authorization).to.equal("Bearer abc");
  });

  it("do not follow a redirect to another origin, of the document or of a part of it", async () => {
    const { site } = browser;
    site.page("/landed", `landed`);
    site.page("/landed.png", `x`);
    const leaving = site.route("/leaving", go(site.url("/landed", "other.test")));
    site.route("/leaving.png", go(site.url("/landed.png", "other.test")));
    const captured = await browser.capture({ url: leaving }, { headers });
    expect(captured.page.finalUrl).to.equal(site.url("/landed", "other.test"));
    const url = site.page("/with-leaving", `<img src="/leaving.png">`);
    await browser.capture({ url }, { headers });
    expect(sent("/leaving")).to.deep.equal([["site.test", "s3cret"]]);
    expect(sent("/leaving.png")).to.deep.equal([["site.test", "s3cret"]]);
    expect(sent("/landed")).to.deep.equal([["other.test", undefined]]);
    expect(sent("/landed.png")).to.deep.equal([["other.test", undefined]]);
    expect(site.received("/landed")[0]?.headers.authorization).to.equal(undefined);
  });

  it("replace the browser's headers of the same name", async () => {
    const url = browser.site.page("/language", `x`);
    await browser.capture({ url });
    await browser.capture({ url }, { headers: { "accept-language": "pl" } });
    const languages = browser.site.received("/language").map((request) => request.headers["accept-language"]);
    expect(languages).to.deep.equal(["en-US,en;q=0.9", "pl"]);
  });
});
