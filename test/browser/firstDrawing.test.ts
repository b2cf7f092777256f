import { expect } from "chai";
import { fullPage, useBrowser } from "./support.ts";

const head = `<!doctype html><meta charset="utf-8"><title>Rates</title>
  <header>Quay &amp; Sons <nav><a href="/">Home</a> <a href="/shop">Shop</a></nav></header>`;
const foot = `<footer>All rights reserved. <a href="/terms">Terms</a></footer>`;
const drawn = "Currency 1 costs 1.204 today.";
/** Runs a script a moment after the page has loaded. */
const later = (script: string, ms = 150) =>
  `<script>addEventListener("load", () => setTimeout(() => { ${script} }, ${ms}))</script>`;
const fill = (id: string, html = `<main><p>${drawn}</p></main>`) =>
  `document.getElementById("${id}").innerHTML = ${JSON.stringify(html)}`;

/** Pages that a script draws after they have loaded. */
const pages: Record<string, string> = {
  "in its root": `${head}<div id="root"></div>${foot}${later(fill("root"))}`,
  "in an empty document": `<!doctype html><title>Rates</title>${later(`document.body.append(${JSON.stringify(drawn)})`)}`,
  "in a list below its heading": `${head}<main><h1>Rates</h1><ul id="rates"></ul></main>${foot}${later(fill("rates", `<li>${drawn}</li>`))}`,
  "in place of a notice": `${head}<div id="app"><p>Loading…</p></div>${foot}${later(fill("app"))}`,
  "in a busy region": `${head}<main id="app" aria-busy="true"><p>Here are the rates</p></main>${foot}${later(`app.ariaBusy = "false"; ${fill("app")}`)}`,
  "in an element of its own": `${head}<x-rates></x-rates>${foot}${later(`customElements.define("x-rates", class extends HTMLElement { connectedCallback() { this.innerHTML = ${JSON.stringify(`<p>${drawn}</p>`)} } })`)}`,
  "in two steps": `${head}<div id="root"></div>${foot}${later(`${fill("root", `<main id="inner"><h1>Rates</h1></main>`)}; setTimeout(() => { ${fill("inner", `<p>${drawn}</p>`)} }, 30)`)}`,
};

describe("capture: a page that a script draws after loading", function () {
  this.timeout(20_000);
  const browser = useBrowser();
  const text = { probe: "document.body.innerText" };

  for (const [where, html] of Object.entries(pages)) {
    it(`is captured as it is drawn ${where}`, async () => {
      const url = browser.site.page("/drawn", html);
      for (const spec of [{ url, screenshot: null }, { url, ...fullPage }, { url }])
        expect((await browser.capture(spec, text)).probed).to.include(drawn);
    });
  }

  it("is captured undrawn if it stays empty", async () => {
    const url = browser.site.page("/empty", `${head}<div id="root"></div>${foot}<script>const none = 0</script>`);
    const { probed } = await browser.capture({ url }, text);
    expect(probed).to.include("All rights reserved");
  });
});
