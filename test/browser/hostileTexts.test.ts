import { expect } from "chai";
import { type Canaries, canaryOrigins, hostileDone, hostilePage, openCanaries } from "#egress/selfTest.ts";
import { standInUrl, type Texts } from "#schemas/renders/texts.ts";
import { readPdf } from "../support/readPdf.ts";
import { useResource } from "../support/useResource.ts";
import { failure, useBrowser } from "./support.ts";

describe("capture: hostile texts of callers reach nothing that a page cannot reach", function () {
  this.timeout(60_000);
  const browser = useBrowser();
  const canaries: Canaries = useResource(() => openCanaries());

  // Each shows that it ran: the first by a request that the site may get, the others by the page's title.
  const title = `(async () => { while (!(${hostileDone})) await new Promise((done) => setTimeout(done, 50)); document.title = document.forms.length > 0 && document.styleSheets.length > 0 ? "tried" : "no markup" })()`;
  const hostileHtml = () => `${hostilePage(canaries.targets)}<script>${title}</script>`;
  const hostileCode = () => /<script>(.*?)<\/script>/s.exec(hostilePage(canaries.targets))?.[1] ?? "";
  /** The markup of the hostile page, whose fragments run their scripts, then its code. */
  const hostileScript = () => {
    const [, head = "", body = ""] = /<head>(.*)<\/head><body>(.*)<script>/s.exec(hostilePage(canaries.targets)) ?? [];
    const insert = (place: string, markup: string) =>
      `document.${place}.append(document.createRange().createContextualFragment(${JSON.stringify(markup)}));`;
    return `${insert("head", head)}${insert("body", body)}${hostileCode()}; await ${title}`;
  };
  const hostileCss = () => {
    const origins = [...canaryOrigins(canaries.targets), `site.test:${browser.site.port}`];
    const rules = origins.flatMap((origin, index) => [
      `@import url("http://${origin}/import");`,
      `@font-face { font-family: f${index}; src: url("http://${origin}/font") }`,
      `body { --x${index}: 1; background: url("http://${origin}/background"); font-family: f${index} }`,
      `html::before { content: url("http://${origin}/content"); font-family: f${index} }`,
      `html { cursor: url("http://${origin}/cursor"), auto; mask: url("http://${origin}/mask#a") }`,
      `p:nth-child(${index + 1}) { list-style: url("http://${origin}/list"); filter: url("http://${origin}/filter#a"); background: url("http://${origin}/p"); font-family: f${index} }`,
    ]);
    return rules.join("\n");
  };

  const rows: [what: string, texts: () => Texts, url: () => string][] = [
    ["a style sheet", () => ({ css: hostileCss() }), () => browser.site.page("/css", "<p>a".repeat(20))],
    ["a script", () => ({ script: hostileScript() }), () => browser.site.page("/script", "<p>a")],
    [
      "a script on a secure origin",
      () => ({ script: hostileScript() }),
      () => {
        browser.site.page("/secure", "<p>a");
        return browser.site.url("/secure", "127.0.0.1");
      },
    ],
    ["a document", () => ({ html: hostileHtml() }), () => standInUrl],
    ["a document with a base", () => ({ html: hostileHtml() }), () => browser.site.url("/base", "127.0.0.1")],
  ];
  for (const [what, texts, url] of rows) {
    it(what, async () => {
      const captured = await browser.capture(
        { url: url(), timeout: 30, waitUntil: "domcontentloaded", delay: 3 },
        { texts: texts() },
      );
      if (what === "a style sheet") {
        const paths = browser.site.received().map(({ path }) => path);
        expect(paths).to.include.members(["/background", "/content", "/mask", "/p"]);
        expect(paths).not.to.include("/import");
      } else {
        expect(captured.page.title, JSON.stringify(captured.page.warnings)).to.equal("tried");
      }
      expect(canaries.hits()).to.deep.equal({ tcp: 0, udp: 0, requests: [] });
    });
  }

  it("header and footer of a PDF", async () => {
    const url = browser.site.page("/printed", "<p>printed");
    const print = (text: string) =>
      browser.capture(
        { url, timeout: 30, screenshot: null, pdf: {} },
        { texts: { pdfHeader: `<b style="font-size:9px">Top</b>${text}`, pdfFooter: text } },
      );
    const pictures = canaryOrigins(canaries.targets).map((origin) => `<img src="http://${origin}/img" alt="">`);
    const captured = await print(`${pictures.join("")}<script>${hostileCode()}; await ${title}</script>`);
    const { texts: pages } = await readPdf(captured.pdf?.bytes ?? Buffer.of());
    expect(pages.join()).to.contain("printed").and.to.contain("Top");
    // Chromium refuses to print with style sheets and frames from elsewhere.
    expect(await failure(print(hostileHtml()))).to.include({ code: "pdf_failed" });
    expect(canaries.hits()).to.deep.equal({ tcp: 0, udp: 0, requests: [] });
  });
});
