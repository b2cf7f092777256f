import { expect } from "chai";
import { useBrowser } from "./support.ts";

describe("texts of megabytes that a page chooses", function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it("cuts a title of 3 MB", async () => {
    const url = browser.site.page("/title", `<script>document.title = "😀".repeat(1.5e6)</script>`);
    const { page } = await browser.capture({ url });
    expect(page.title).to.equal(`${"😀".repeat(499)}…`);
  });

  it("reads the title that a form of this name shadows", async () => {
    const url = browser.site.page("/form", `<title>Contact us</title><form name="title"><input></form>`);
    expect((await browser.capture({ url })).page.title).to.equal("Contact us");
  });

  it("cuts an address that a script made long", async () => {
    const url = browser.site.page("/address", `<script>history.replaceState(null, "", "#" + "x".repeat(1e6))</script>`);
    const { page } = await browser.capture({ url });
    expect(page.finalUrl).to.have.length(8_192);
    expect(page.finalUrl.startsWith(`${url}#xxx`)).to.equal(true);
  });

  it("cuts a content type and the addresses of redirects", async () => {
    const end = browser.site.route("/end", (_request, response) =>
      response.writeHead(200, { "content-type": `text/html; charset=utf-8; note=${"x".repeat(9_000)}` }).end("<p>end"),
    );
    const long = browser.site.route("/long", (_request, response) => response.writeHead(302, { location: end }).end());
    const start = browser.site.route("/start", (_request, response) =>
      response.writeHead(302, { location: `${long}?${"x".repeat(12_000)}` }).end(),
    );
    const { page } = await browser.capture({ url: start });
    expect(page.finalUrl).to.equal(end);
    expect(page.contentType).to.have.length(256);
    expect(page.redirects.map((hop) => hop.url.length)).to.deep.equal([start.length, 4_096]);
  });
});
