import { expect } from "chai";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { blue, failure, green, picture, red, useBrowser } from "./support.ts";

const pictureOf = (selector: string, fullPage = true) =>
  ({ screenshot: { format: "png", quality: 80, fullPage, selector } }) satisfies Partial<RenderSpec>;

/** A block of 120 × 60 CSS pixels with a blue edge of 2 px, green inside, on a red page. */
const target = (left: number, top: number) =>
  `<div id=target style="position:absolute;left:${left}px;top:${top}px;width:116px;height:56px;background:green;border:2px solid blue"></div>`;
const pageOf = (body: string) => `<body style="margin:0;background:red"><div style="height:4000px">${body}</div>`;

describe("capture: one element", () => {
  const browser = useBrowser();

  for (const [what, left, top, options] of [
    ["in the viewport", 20, 30, {}],
    ["far below the viewport", 37, 3_333, {}],
    ["beside the viewport", 900, 100, {}],
    ["on a phone of scale 3", 20, 1_000, { device: "iphone-15-pro" }],
  ] as const) {
    for (const fullPage of [true, false]) {
      it(`is drawn to its pixel edges, ${what}, fullPage ${fullPage}`, async () => {
        const scale = "device" in options ? 3 : 1;
        const meta = `<meta name=viewport content="width=device-width">`;
        const url = browser.site.page("/element", meta + pageOf(target(left, top)));
        const drawn = await picture(await browser.capture({ url, ...pictureOf("#target", fullPage), ...options }));
        expect([drawn.width, drawn.height]).to.deep.equal([120 * scale, 60 * scale]);
        expect(drawn.at(0, 0)).to.deep.equal(blue);
        expect(drawn.at(drawn.width - 1, drawn.height - 1)).to.deep.equal(blue);
        expect(drawn.at(2 * scale, 2 * scale)).to.deep.equal(green);
        expect(drawn.count((color) => String(color) === String(red))).to.equal(0);
      });
    }
  }

  it("is the first that matches, also one that appears late", async () => {
    const url = browser.site.page(
      "/element-late",
      `${pageOf("")}<script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", '${target(5, 700)}'), 600)</script>`,
    );
    const drawn = await picture(await browser.capture({ url, ...pictureOf("div[id]") }));
    expect([drawn.width, drawn.height, drawn.at(0, 0)]).to.deep.equal([120, 60, blue]);
  });

  it("is drawn in parts if it is tall, with every row", async () => {
    const stripes = Array.from({ length: 40 }, (_, index) => {
      const color = index % 2 === 0 ? "blue" : "green";
      return `<i style="display:block;height:500px;background:${color}"></i>`;
    });
    const url = browser.site.page("/element-tall", pageOf(`<p>x</p><section>${stripes.join("")}</section>`));
    const drawn = await picture(await browser.capture({ url, ...pictureOf("section") }));
    expect(drawn.height).to.equal(20_000);
    const wrong = stripes.findIndex((_, index) => {
      const color = index % 2 === 0 ? blue : green;
      return [0, 499].some((row) => String(drawn.at(3, index * 500 + row)) !== String(color));
    });
    expect(wrong).to.equal(-1);
  });

  /** Elements without a size of their own, around a green block of 100 × 40 px. */
  const block = `<p style="margin:0;width:100px;height:40px;background:green"></p>`;
  const sizeless: Record<string, string> = {
    "display: contents": `<div id=target style="display:contents">${block}</div>`,
    "display: contents within display: contents": `<div id=target style="display:contents"><div style="display:contents">${block}</div></div>`,
    "a height of zero": `<div id=target style="height:0">${block}</div>`,
    "floats alone": `<div id=target><div>${block.replace("margin", "float:left;margin")}</div></div>`,
    "positioned elements alone": `<div id=target><div style="position:absolute">${block}</div></div>`,
    "a shadow tree and a slot": `<x-box id=target style="display:contents">${block}</x-box><script>document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML = "<div style='display:contents'><slot></slot></div>"</script>`,
  };
  for (const [what, html] of Object.entries(sizeless)) {
    for (const whole of [false, true]) {
      it(`is the box of its content, with ${what}, fullPage ${whole}`, async () => {
        const url = browser.site.page("/element-sizeless", pageOf(`<div style="height:1500px"></div>${html}`));
        const drawn = await picture(await browser.capture({ url, ...pictureOf("#target", whole) }));
        expect([drawn.width, drawn.height]).to.deep.equal([100, 40]);
        expect(drawn.count((color) => String(color) === String(green))).to.equal(4_000);
      });
    }
  }

  it("has the width of the layout on a phone, on a page without a viewport meta", async () => {
    const html = `<!doctype html>${pageOf(`<p id=target style="height:100px;margin:0;background:green"></p>`)}`;
    const url = browser.site.page("/element-phone", html);
    for (const spec of [pictureOf("#target", true), pictureOf("#target", false), { screenshot: null }]) {
      const captured = await browser.capture({ url, device: "iphone-15-pro", ...spec }, { probe: "innerWidth" });
      expect(captured.probed).to.equal(980);
      if (captured.screenshot !== null) expect((await picture(captured)).width).to.equal(980 * 3);
    }
    const whole = { format: "png", quality: 80, fullPage: true } as const;
    const viewport = { ...whole, fullPage: false };
    for (const [screenshot, width] of [
      [whole, 980 * 3],
      [viewport, 393 * 3],
    ] as const) {
      const drawn = await picture(await browser.capture({ url, device: "iphone-15-pro", screenshot }));
      expect([drawn.width, drawn.at(width - 1, 0)]).to.deep.equal([width, green]);
    }
  });

  it("is the box of its text, with display: contents", async () => {
    const text = `<span id=target style="display:contents;font:40px/40px monospace;color:blue">word</span>`;
    const url = browser.site.page("/element-text", pageOf(text));
    const drawn = await picture(await browser.capture({ url, ...pictureOf("#target") }));
    expect(drawn.height).to.be.within(30, 60);
    expect(drawn.width).to.be.within(80, 130);
  });

  it("that is missing, invisible or badly named fails the capture by its selector", async () => {
    const url = browser.site.page(
      "/element-none",
      pageOf(`<p hidden id=hidden>x</p><div id=closed style="height:0;overflow:hidden">${block}</div>`),
    );
    for (const [selector, reason] of [
      ["#missing", "matches nothing"],
      ["#hidden", "matches an element without a size"],
      ["#closed", "matches an element without a size"],
      ["p{", "is not valid"],
    ] as const) {
      const { code, message } = await failure(browser.capture({ url, ...pictureOf(selector) }));
      expect(code).to.equal("selector_not_found");
      expect(message).to.include(`selector: ${JSON.stringify(selector)} ${reason}.`);
    }
  });
});
