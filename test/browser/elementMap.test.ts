import { expect } from "chai";
import { buildFrameProbe, framePartsOf } from "#activities/extract/frameProbe.ts";
import { buildProbe, runExtractors } from "#activities/extract/registry.ts";
import type { MappedElement, PageElements } from "#schemas/extracts/elements.ts";
import type { Step } from "#schemas/options/steps.ts";
import { recordedStep } from "#console/steps/stepList.ts";
import { useBrowser } from "./support.ts";

const extracts = ["elements"] as const;

describe("capture: the map of elements in shadow trees and frames", function () {
  this.timeout(60_000);
  const browser = useBrowser();

  async function mapOf(html: string, steps: readonly Step[] = []): Promise<PageElements> {
    const url = browser.site.page("/mapped", `<!doctype html><style>body{margin:0}</style>${html}`);
    const probes = { probe: buildProbe(extracts), frameProbe: buildFrameProbe(framePartsOf(extracts)) };
    const captured = await browser.capture({ url, screenshot: null }, { ...probes, steps });
    const [output] = await runExtractors(extracts, captured, { finalUrl: captured.page.finalUrl, owner: "account" });
    return JSON.parse(output?.bytes.toString("utf8") ?? "");
  }
  const frame = (path: string, html: string, host = "other.test") => {
    browser.site.page(path, `<!doctype html><style>body{margin:0}</style>${html}`);
    return browser.site.url(path, host);
  };
  const named = ({ elements }: PageElements, words: string): MappedElement | undefined =>
    elements.find(({ label, name, text }) => [label, name, text].includes(words));

  const card = (html: string) => `<x-card></x-card><script>customElements.define("x-card", class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(html)}; } });</script>`;

  it("has those of frames where the page shows them, cut to what the frame shows", async () => {
    const src = frame(
      "/form",
      `<label style="display:block;height:40px">Card <input name=card></label><div style="height:900px">tall</div>`,
    );
    const map = await mapOf(`<h1 style="margin:0;height:100px">Pay</h1>
      <iframe id=pay src="${src}" style="border:5px solid;padding:7px;margin-left:50px;width:300px;height:200px"></iframe>`);
    const field = map.elements.find(({ takes }) => takes === "text");
    expect(field).to.deep.include({ frame: "#pay", tag: "input", takes: "text", selector: 'input[name="card"]' });
    const [tall, around] = [map.elements.find(({ text }) => text === "tall"), map.elements[field?.parent ?? -1]];
    expect(around).to.deep.include({ frame: "#pay", tag: "label", x: 62, y: 112, width: 300, height: 40 });
    expect(tall).to.deep.include({ frame: "#pay", x: 62, y: 152, width: 300 });
    expect(tall?.height).to.be.within(160, 172);
    expect(map.elements[around?.parent ?? -1]).to.deep.include({ selector: "#pay" });
  });

  it("has those of shadow trees after the document's own, with a selector that no other tree has", async () => {
    const map = await mapOf(
      `<input name=q aria-label=Search>${card("<p><input name=q aria-label=Inner></p><p><button>Go</button></p>")}<footer>end</footer>`,
    );
    expect(map.elements.map(({ inShadow = false }) => inShadow)).to.deep.equal([
      ...map.elements.filter(({ inShadow }) => inShadow !== true).map(() => false),
      ...map.elements.filter(({ inShadow }) => inShadow === true).map(() => true),
    ]);
    expect(named(map, "Inner")).to.deep.include({ inShadow: true, selector: 'input[aria-label="Inner"]' });
    expect(named(map, "Go")).to.deep.include({ inShadow: true, role: "button" });
    expect(named(map, "Search")).to.not.have.property("inShadow");
    expect(named(map, "end")).to.not.have.property("inShadow");
  });

  it("has no field's contents, in frames and shadow trees, either", async () => {
    const secret = `<input value="geheim1"><textarea>geheim2</textarea><p contenteditable>geheim3</p>`;
    const map = await mapOf(`<iframe src="${frame("/secret", secret)}" width=300 height=300></iframe>${card(secret)}`);
    const tags = (isMeant: (each: MappedElement) => boolean) => map.elements.filter(isMeant).map(({ tag }) => tag);
    expect(tags((each) => each.frame !== undefined)).to.include.members(["input", "textarea", "p"]);
    expect(tags((each) => each.inShadow === true)).to.include.members(["input", "textarea", "p"]);
    expect(JSON.stringify(map)).to.not.contain("geheim");
  });

  it("has elements that a recorded step finds again, also those without words", async () => {
    const press = (words: string) => `onclick="this.outerHTML = '<h2>${words}</h2>'"`;
    const inside = `<div><span ${press("framed")}>x</span></div><div><span>x</span></div>`;
    const html = `<div><span>x</span></div><iframe src="${frame("/press", inside)}" width=300 height=100></iframe>
      ${card(`<section><i>x</i><i ${press("shadowed")}>x</i></section>`)}`;
    const { elements } = await mapOf(html);
    const framed = elements.find((each) => each.frame !== undefined && each.tag === "span");
    const shadowed = elements.filter((each) => each.inShadow && each.tag === "i")[1];
    expect([framed, shadowed]).to.not.include(undefined);
    const steps: Step[] = JSON.parse(
      JSON.stringify([framed, shadowed].flatMap((each) => (each === undefined ? [] : [recordedStep(elements, each)]))),
    );
    const after = await mapOf(html, steps);
    expect(after.elements.filter(({ tag }) => tag === "h2").map(({ text }) => text)).to.have.members([
      "framed",
      "shadowed",
    ]);
  });

  it("is bounded with many hostile frames", async () => {
    const many = "<p title='long'>word</p>".repeat(3_000);
    const src = frame("/many", many);
    const started = performance.now();
    const { elements } = await mapOf(`<h1>Page</h1>${`<iframe src="${src}" width=200 height=90></iframe>`.repeat(25)}`);
    expect(elements.length).to.be.within(2, 3_000);
    expect(JSON.stringify(elements).length).to.be.below(440_000);
    expect(performance.now() - started).to.be.below(30_000);
  });
});
