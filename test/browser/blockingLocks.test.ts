import { expect } from "chai";
import { blockingOf, fullPage, picture, type Rgb, useBrowser } from "./support.ts";

const isMagenta = ([red, green, blue]: Rgb) => red > 200 && blue > 200 && green < 200;
const isGreen = ([red, green, blue]: Rgb) => red === 0 && green === 128 && blue === 0;

const words = `<p>${"Some text of the page. ".repeat(40)}</p><div style="height:900px;background:green"></div>`;
const ask = `<h2>We use cookies</h2><p>We use cookies to measure visits.</p><button>Accept all</button> <a href="/settings">Manage settings</a>`;
const style = "position:fixed;inset:auto 0 0;background:#f0f;padding:30px;color:#fff";
const bar = `<div style="${style}">${ask}</div>`;
const component = (tag: string, html: string) =>
  `<script>customElements.define("${tag}", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = \`${html}\` } })</script>`;

/** Consent dialogs of unknown vendors in shadow trees. */
const shadows: Record<string, string> = {
  "in a shadow tree": `<x-ask></x-ask>${component("x-ask", bar)}`,
  "in shadow trees in each other": `<x-ask></x-ask>${component("x-inner", ask)}${component("x-ask", `<div style="${style}"><x-inner></x-inner></div>`)}`,
  "in a slot of a shadow tree": `<x-ask>${ask}</x-ask>${component("x-ask", `<div style="${style}"><slot></slot></div>`)}`,
  "whose element floats": `<style>x-ask{${style}}</style><x-ask></x-ask>${component("x-ask", ask)}`,
  "with a veil in a shadow tree": `<x-ask></x-ask>${component("x-ask", `<div style="position:fixed;inset:0;background:rgba(255,0,255,.5)"></div>${bar}`)}`,
};

/** Pages that a dialog leaves locked, blurred or faded. */
const locks: Record<string, string> = {
  "a blurred content": `<main style="filter:blur(8px)">${words}</main>`,
  "a content blurred by an important rule": `<style>#app{filter:blur(8px)!important}</style><div id=app>${words}</div>`,
  "a faded content": `<div><div id=app style="opacity:.2">${words}</div></div>`,
  "a content cut at the viewport": `<div style="height:100vh;overflow:hidden">${words}</div>`,
  "a veil that is no element": `<style>body::after{content:"";position:fixed;inset:0;background:rgba(255,0,255,.5)}</style>${words}`,
  "a page that does not scroll": `<style>html,body{height:100%;overflow:hidden!important}</style>${words}`,
};

describe("capture: consent dialogs that hide or lock", () => {
  const browser = useBrowser();
  const viewport = { width: 500, height: 600 };

  for (const [what, html] of Object.entries(shadows)) {
    it(`leaves nothing of a dialog ${what}`, async () => {
      const url = browser.site.page("/shadow-dialog", `<!doctype html><body>${words}${html}`);
      const shown = await picture(await browser.capture({ url, viewport }));
      const captured = await browser.capture({ url, viewport, blocking: blockingOf("cookieBanners") });
      expect(shown.count(isMagenta), "without blocking").to.be.greaterThan(1_000);
      expect((await picture(captured)).count(isMagenta), "with blocking").to.equal(0);
      expect(captured.page.blocked).to.deep.equal({ cookieBanners: 1 });
    });
  }

  const frameStyle = "position:fixed;left:0;right:0;bottom:0;width:100%;height:300px;border:0";
  const framed = (address: string): Record<string, string> => ({
    "in a frame that floats": `<iframe src="${address}" style="${frameStyle}"></iframe>`,
    "in a frame in a box that floats": `<div style="position:fixed;inset:auto 0 0"><iframe src="${address}" style="width:100%;height:300px;border:0"></iframe></div>`,
    "in a frame in a dialog with a veil": `<div style="position:fixed;inset:0;background:rgba(255,0,255,.5)"></div><dialog open style="position:fixed;inset:auto 0 0"><iframe src="${address}"></iframe></dialog>`,
    "in a frame over a locked page": `<style>html,body{height:100%;overflow:hidden!important}</style><iframe src="${address}" style="${frameStyle}"></iframe>`,
    "in a frame that comes late": `<script>onload = () => setTimeout(() => document.body.insertAdjacentHTML("beforeend", '<iframe src="${address}" style="${frameStyle}"></iframe>'), 300)</script>`,
  });
  const frameHosts = ["other.test", "site.test"];
  for (const host of frameHosts) {
    for (const what of Object.keys(framed(""))) {
      it(`leaves nothing of a dialog ${what}, from ${host}`, async () => {
        browser.site.page("/ask", `<!doctype html><body style="background:#f0f">${ask}`);
        const dialog = framed(browser.site.url("/ask", host))[what] ?? "";
        const url = browser.site.page("/framed", `<!doctype html><body style="margin:0">${words}${dialog}`);
        const spec = { url, viewport, ...fullPage, delay: 1 };
        const shown = await picture(await browser.capture(spec));
        const captured = await browser.capture({ ...spec, blocking: blockingOf("cookieBanners") });
        const drawn = await picture(captured);
        expect(shown.count(isMagenta), "without blocking").to.be.greaterThan(1_000);
        expect(drawn.count(isMagenta), "with blocking").to.equal(0);
        expect(drawn.count(isGreen)).to.equal(500 * 900);
        expect(captured.page.blocked).to.deep.equal({ cookieBanners: 1 });
      });
    }
  }

  it("leaves a frame of the content with words about cookies", async () => {
    browser.site.page("/ask", `<!doctype html><body style="background:#f0f">${ask}`);
    const frame = `<iframe src="${browser.site.url("/ask", "other.test")}" style="border:0"></iframe>`;
    const url = browser.site.page("/content", `<!doctype html><body>${frame}${words}`);
    const captured = await browser.capture({ url, viewport, blocking: blockingOf("cookieBanners") });
    expect((await picture(captured)).count(isMagenta)).to.be.greaterThan(1_000);
    expect(captured.page.blocked).to.deep.equal({ cookieBanners: 0 });
  });

  for (const [what, html] of Object.entries(locks)) {
    it(`leaves the page clear and whole under a dialog, with ${what}`, async () => {
      const url = browser.site.page("/locked", `<!doctype html><body style="margin:0">${html}${bar}`);
      const captured = await browser.capture({ url, viewport, ...fullPage, blocking: blockingOf("cookieBanners") });
      const drawn = await picture(captured);
      expect(drawn.count(isMagenta)).to.equal(0);
      expect(drawn.count(isGreen)).to.equal(500 * 900);
    });
  }

  it("leaves a page without a dialog as it is", async () => {
    const url = browser.site.page(
      "/blurred",
      `<!doctype html><body style="margin:0"><main style="filter:blur(8px);opacity:.5">${words}</main>`,
    );
    const [before, after] = [
      await browser.capture({ url, viewport }),
      await browser.capture({ url, viewport, blocking: blockingOf("cookieBanners", "popups") }),
    ];
    expect(after.screenshot?.bytes.equals(before.screenshot?.bytes ?? Buffer.alloc(0))).to.equal(true);
  });
});
