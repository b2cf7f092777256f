import { expect } from "chai";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { blue, fullPage, green, picture, red, type Rgb, useBrowser } from "./support.ts";

const pictureOf = (selector: string, whole: boolean) =>
  ({ screenshot: { format: "png", quality: 80, fullPage: whole, selector } }) satisfies Partial<RenderSpec>;

const is = (wanted: Rgb) => (color: Rgb) => String(color) === String(wanted);

/** Parts of the page that must not be in the picture are red; the element is green. */
const covers: Record<string, string> = {
  "fixed bars": `<header style="position:fixed;inset:0 0 auto;height:60px;background:red"></header>
    <footer style="position:fixed;inset:auto 0 0;height:60px;background:red"></footer>`,
  "a sticky bar": `<style>#bar{position:sticky;top:0;height:60px;background:red;order:-1} body{display:flex;flex-direction:column}</style><div id=bar></div>`,
  "a bar in a shadow tree": `<x-bar></x-bar><script>customElements.define("x-bar", class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: "open" }).innerHTML = "<div style='position:fixed;inset:0 0 auto;height:60px;background:red'></div>" } })</script>`,
  "a bar that the mouse passes through": `<div style="position:fixed;inset:0;pointer-events:none"><div style="height:60px;background:red"></div></div>`,
  "a bar whose content shows itself": `<div style="position:fixed;top:0;left:0;height:0"><b style="visibility:visible;position:absolute;width:400px;height:60px;background:red"></b></div>`,
  "an important bar": `<style>#bar{position:fixed!important;inset:0 0 auto;height:60px;background:red;visibility:visible!important;opacity:1!important}</style><div id=bar></div>`,
  "a modal dialog": `<dialog id=d style="position:fixed;inset:40px;background:red"></dialog><style>::backdrop{background:red}</style><script>d.showModal()</script>`,
  "a popover": `<div popover id=p style="background:red;inset:20px;width:200px;height:90px"></div><script>p.showPopover()</script>`,
};

const page = (cover: string, element = `<main id=target style="height:900px;background:green;flex:none"></main>`) =>
  `<!doctype html><body style="margin:0"><div style="height:200px;flex:none"></div>${element}<div style="height:700px;flex:none"></div>${cover}`;

describe("capture: what lies over an element", () => {
  const browser = useBrowser();

  for (const [what, cover] of Object.entries(covers)) {
    for (const whole of [false, true]) {
      it(`leaves ${what} out of its picture, fullPage ${whole}`, async () => {
        const url = browser.site.page("/covered", page(cover));
        const drawn = await picture(await browser.capture({ url, ...pictureOf("#target", whole) }));
        expect([drawn.width, drawn.height]).to.deep.equal([400, 900]);
        expect(drawn.count((color) => !is(green)(color))).to.equal(0);
      });
    }
  }

  it("leaves out a bar over an application's scroller", async () => {
    const url = browser.site.page(
      "/covered-app",
      `<!doctype html><body style="margin:0"><div style="position:absolute;inset:0;overflow:auto"><div style="height:500px"></div>
      <p id=target style="height:150px;margin:0;background:green"></p><div style="height:900px"></div></div>
      <header style="position:absolute;inset:0 0 auto;height:60px;background:red"></header>`,
    );
    const drawn = await picture(await browser.capture({ url, ...pictureOf("#target", false) }));
    expect([drawn.height, drawn.count(is(green))]).to.deep.equal([150, 400 * 150]);
  });

  it("keeps what is behind the element, inside it and around it", async () => {
    const bar = (color: string, at: string) =>
      `<i style="position:sticky;${at};display:block;height:50px;background:${color}"></i>`;
    const behind = browser.site.page(
      "/behind",
      page(
        `<div style="position:fixed;inset:0;z-index:-1;background:green"></div>`,
        `<div style="height:50px"></div><main id=target style="height:200px;position:relative">${bar("blue", "top:0")}</main>`,
      ),
    );
    const drawn = await picture(await browser.capture({ url: behind, ...pictureOf("#target", false) }));
    expect([drawn.count(is(green)), drawn.count(is(blue))]).to.deep.equal([400 * 150, 400 * 50]);
    const dialog = browser.site.page(
      "/within",
      page(
        `<div style="position:fixed;inset:50px;background:blue"><p id=inner style="margin:20px;height:30px;background:green"></p></div>`,
      ),
    );
    const inner = await picture(await browser.capture({ url: dialog, ...pictureOf("#inner", false) }));
    expect([inner.height, inner.count(is(green))]).to.deep.equal([30, inner.width * 30]);
  });

  it("shows it again in the other outputs", async () => {
    const url = browser.site.page("/covered", page(covers["fixed bars"] ?? ""));
    const probe = `getComputedStyle(document.querySelector("header")).visibility + document.adoptedStyleSheets.length`;
    const captured = await browser.capture({ url, ...pictureOf("#target", false) }, { probe });
    expect(captured.probed).to.equal("visible0");
  });

  for (const what of ["fixed bars", "a sticky bar", "a bar in a shadow tree"]) {
    it(`scrolls an element below ${what}`, async () => {
      const url = browser.site.page("/covered", page(covers[what] ?? ""));
      const drawn = await picture(await browser.capture({ url, scrollToElement: "#target" }));
      expect([drawn.at(5, 59), drawn.at(5, 60), drawn.at(5, 200)]).to.deep.equal([red, green, green]);
    });
  }

  it("scrolls no further than the page's own margin for its bar", async () => {
    const margin = `<style>html{scroll-padding-top:80px}</style>`;
    const url = browser.site.page("/covered", page(margin + (covers["fixed bars"] ?? "")));
    const drawn = await picture(await browser.capture({ url, scrollToElement: "#target" }));
    expect([drawn.at(5, 79), drawn.at(5, 80)]).to.deep.equal([[255, 255, 255], green]);
  });

  it("clicks an element that lies under a bar", async () => {
    const button = `<button id=target onclick="document.body.style.background='blue'">x</button>`;
    const bar = `<header style="position:fixed;inset:0;background:red" onclick="this.style.background='green'"></header>`;
    const url = browser.site.page("/covered-button", page(bar, button));
    const drawn = await picture(
      await browser.capture({ url, clickSelectors: ["#target"], hideSelectors: [], ...fullPage }),
    );
    expect(drawn.at(5, 500)).to.deep.equal(blue);
  });
});
