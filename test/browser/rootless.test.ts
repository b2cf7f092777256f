import { expect } from "chai";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { blockKinds } from "#schemas/renders/blocking.ts";
import { readPdf } from "../support/readPdf.ts";
import { blockingOf, failure, fullPage, picture, useBrowser, white } from "./support.ts";

/** Pages that end without the elements that every document has. */
const pages: Record<string, string> = {
  "removes its root element": `<script>onload = () => document.documentElement.remove()</script>`,
  "removes all nodes of its document": `<script>document.addEventListener("DOMContentLoaded", () => document.replaceChildren())</script>`,
  "removes its root element again and again": `<script>setInterval(() => document.documentElement?.remove(), 10)</script>`,
  "removes its root element on scrolling": `<body style="height:3000px"><script>onscroll = () => document.documentElement.remove()</script>`,
  "removes its body": `<script>onload = () => document.body.remove()</script>`,
  "opens its document and writes nothing": `<script>onload = () => document.open()</script>`,
  "opens its document and writes on": `<script>onload = () => { document.open(); document.write("<p>") }</script>`,
  "has an SVG in place of its root element": `<script>onload = () => document.documentElement.replaceWith(document.createElementNS("http://www.w3.org/2000/svg", "svg"))</script>`,
  "has an unknown element in place of its root element": `<script>onload = () => document.documentElement.replaceWith(document.createElementNS("urn:x", "x"))</script>`,
  "has a comment in place of its root element": `<script>onload = () => document.documentElement.replaceWith(new Comment("x"))</script>`,
  "has frames in place of a body": `<frameset cols="50%,50%" border=0><frame src="about:blank"><frame src="about:blank"></frameset>`,
};

const outputs: Record<string, Partial<RenderSpec>> = {
  "a viewport": {},
  "a whole page": fullPage,
  "a clip": {
    screenshot: { format: "png", quality: 80, fullPage: false, clip: { x: 0, y: 0, width: 50, height: 900 } },
  },
  "a PDF": { screenshot: null, pdf: { outline: true } },
  "a picture and a PDF without what is blocked": { ...fullPage, pdf: {}, blocking: blockingOf(...blockKinds) },
};

describe("capture: pages without a root element", () => {
  const browser = useBrowser();

  for (const [what, html] of Object.entries(pages)) {
    it(`takes an empty picture or PDF of a page that ${what}`, async () => {
      const url = browser.site.page("/rootless", `<!doctype html>${html}`);
      for (const [output, spec] of Object.entries(outputs)) {
        const captured = await browser.capture({ url, ...spec });
        if (captured.screenshot !== null)
          expect(
            (await picture(captured)).count((color) => String(color) !== String(white)),
            output,
          ).to.equal(0);
        if (captured.pdf !== null) expect((await readPdf(captured.pdf.bytes)).texts.join(""), output).to.equal("");
      }
      const selected = browser.capture({
        url,
        screenshot: { format: "png", quality: 80, fullPage: true, selector: "#x" },
      });
      expect((await failure(selected)).code).to.equal("selector_not_found");
    });
  }

  it("records a page that removes its root element", async () => {
    for (const scroll of [true, false]) {
      const url = browser.site.page("/rootless", `<!doctype html>${pages["removes its root element"]}`);
      const { recording } = await browser.capture({
        url,
        screenshot: null,
        recording: { seconds: 1, scroll, format: "mp4" },
      });
      expect(recording?.bytes.length).to.be.greaterThan(100);
    }
  });
});
