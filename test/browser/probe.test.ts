import { expect } from "chai";
import { failure, useBrowser } from "./support.ts";

describe("capture: the probe", () => {
  const browser = useBrowser();

  const probed = async (html: string, probe: string) =>
    (await browser.capture({ url: browser.site.page("/probed", html), screenshot: null }, { probe })).probed;

  it("sees the page's DOM as it is after scripts ran, and not the page's globals", async () => {
    const html = `<p>before</p><script>document.querySelector("p").textContent = "after"; window.secret = 1; document.querySelector = () => null; JSON.stringify = () => "forged"</script>`;
    const probe = "({ text: document.querySelector('p').textContent, secret: typeof secret })";
    expect(await probed(html, probe)).to.deep.equal({ text: "after", secret: "undefined" });
  });

  it("may be asynchronous, and returns null for values outside of JSON", async () => {
    expect(await probed("x", "new Promise((resolve) => setTimeout(resolve, 50, [1, null, 'é']))")).to.deep.equal([
      1,
      null,
      "é",
    ]);
    expect(await probed("x", "undefined")).to.equal(null);
  });

  it("returns large and deep values whole", async () => {
    const large = await probed("x", "Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'x'.repeat(40) }))");
    expect(large).to.be.an("array").with.length(50_000);
  });

  it("with too large a result is page_too_large; one that throws is internal_error without the page's text", async () => {
    const url = browser.site.page("/probed", "x");
    expect(
      (await failure(browser.capture({ url, screenshot: null }, { probe: "'x'.repeat(40_000_000)" }))).code,
    ).to.equal("page_too_large");
    const thrown = await failure(
      browser.capture({ url, screenshot: null }, { probe: "(() => { throw new Error('s3cret') })()" }),
    );
    expect(thrown.code).to.equal("internal_error");
    expect(thrown.message).to.not.include("s3cret");
  });
});
