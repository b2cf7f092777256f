import { assert } from "chai";
import { probedExtracts } from "#activities/extract/registry.ts";
import type { ExtractedOutput } from "#activities/extract/extractor.ts";
import type { Colors, Design } from "#schemas/extracts/appearance.ts";
import type { Image } from "#schemas/extracts/media.ts";
import type { Structure } from "#schemas/extracts/structure.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

describe("limits of extracts", () => {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  const times = (count: number, of: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => of(index)).join("");
  const cutsOf = (outputs: readonly ExtractedOutput[]): Record<string, string[]> =>
    Object.fromEntries(outputs.map(({ name, truncated }) => [name, truncated ?? []]));

  it("cut pages of more than 50,000 elements, and each extract reports it", async () => {
    const html = `<div id="all"></div><script>document.querySelector("#all").innerHTML = "<p>a <b>b</b></p>".repeat(26_000);</script>`;
    const six = probedExtracts.slice(4);
    const outputs = await pages.extract(html, six);
    const cuts = cutsOf(outputs);
    for (const name of six) assert.include(cuts[name] ?? [], name);
  }).timeout(60_000);

  it("cut images and remove their long data addresses", async () => {
    const data = `data:image/svg+xml,${"x".repeat(5000)}`;
    const html = `<img src="${data}"><img src="/a.png" srcset="${times(300, (index) => `/b${index}.png ${index + 1}w, `)}">${times(3000, () => '<svg width="1" height="1"></svg>')}`;
    const [output] = await pages.extract(html, ["images"]);
    const images: Image[] = JSON.parse(output?.bytes.toString() ?? "");
    assert.lengthOf(images, 2000);
    assert.equal(images[0]?.src, "data:image/svg+xml,");
    assert.lengthOf(images[1]?.srcset ?? [], 50);
    assert.sameMembers(output?.truncated ?? [], ["images", "src", "srcset"]);
  });

  it("cut every part of the structure", async () => {
    const html = `${times(1100, (index) => `<h2>Heading ${index}</h2>`)}${times(600, () => "<section>s</section>")}
      ${times(300, (index) => `<nav>n</nav><button>Button ${index}</button><table><tr><th>h</table>`)}
      <form>${times(400, () => "<input>")}</form>${times(120, () => "<form></form>")}`;
    const [output] = await pages.extract(html, ["structure"]);
    const structure: Structure = JSON.parse(output?.bytes.toString() ?? "");
    const { headings, landmarks, sections, forms, tables, callsToAction } = structure;
    const lengths = [headings, landmarks, sections, forms, tables, callsToAction, forms[0]?.fields ?? []].map(
      (list) => list.length,
    );
    assert.deepEqual(lengths, [1000, 200, 500, 100, 200, 200, 200]);
    assert.sameMembers(output?.truncated ?? [], [
      "headings",
      "landmarks",
      "sections",
      "forms",
      "fields",
      "tables",
      "callsToAction",
    ]);
  });

  it("cut colors, variables and rules", async () => {
    const hex = (index: number) => `#${((index * 7919) % 0x1000000).toString(16).padStart(6, "0")}`;
    const rules = times(60_000, (index) => `.r${index}{--v${index}: ${index}}`);
    const html = `<style>:root{${times(600, (index) => `--root${index}: ${index};`)}} ${rules}</style>
      ${times(2500, (index) => `<p style="background: ${hex(index)}; color: ${hex(index + 9999)}">x</p>`)}`;
    const outputs = await pages.extract(html, ["colors", "design"]);
    const colors: Colors = JSON.parse(textOf(outputs, "colors"));
    const design: Design = JSON.parse(textOf(outputs, "design"));
    assert.isAtMost(colors.palette.length, 4 * 24);
    assert.isAtMost(colors.contrast.pairs.length, 50);
    assert.lengthOf(design.cssVariables, 500);
    const cuts = cutsOf(outputs);
    assert.includeMembers(cuts["colors"] ?? [], ["colors", "palette", "pairs"]);
    assert.includeMembers(cuts["design"] ?? [], ["design", "cssVariables"]);
  }).timeout(60_000);

  it("read each label once, however many controls there are", async () => {
    const html = times(8000, (index) => `<label>Label ${index} <input name="n${index}"></label>`);
    const { milliseconds, probed } = await pages.probe(html, ["structure"]);
    assert.include(JSON.stringify(probed), '"label":"Label 199"');
    // Reading `labels` of each input would take a minute here.
    assert.isBelow(milliseconds, 15_000);
  });
});
