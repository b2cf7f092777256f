import { assert } from "chai";
import { isHandWritten } from "#activities/extract/page/stableSelectors.ts";
import { elementLimits, type MappedElement, type PageElements } from "#schemas/extracts/elements.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

describe("elements: the map of a page", () => {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());
  const mapOf = async (html: string): Promise<PageElements> =>
    JSON.parse(textOf(await pages.extract(html, ["elements"]), "elements"));
  const selectorOf = ({ elements }: PageElements, text: string): string | undefined =>
    elements.findLast((each) => each.text === text)?.selector;

  it("prefers selectors by names that a person wrote, and falls back to a short path", async () => {
    const map = await mapOf(`<main><p id="price">id</p><p id="x8f3a91">tool id</p><p data-testid='say "hi"'>test id</p>
      <p class="css-1q2w3e stock">class</p><p class="sc-bdVaJa">tool class</p><a href="/" aria-label="Next page">aria</a>
      <ul class="list"><li class="row">one</li><li class="row">two</li></ul>
      <section id="shop"><b class="row">inside</b></section></main>`);
    assert.equal(selectorOf(map, "id"), "#price");
    assert.equal(selectorOf(map, "test id"), String.raw`[data-testid="say \"hi\""]`);
    assert.equal(selectorOf(map, "class"), ".stock");
    assert.equal(selectorOf(map, "aria"), 'a[aria-label="Next page"]');
    assert.equal(selectorOf(map, "inside"), "#shop .row");
    assert.equal(selectorOf(map, "two"), ".list > li:nth-of-type(2)");
    for (const text of ["tool id", "tool class"])
      assert.match(selectorOf(map, text) ?? "", /^main > p:nth-of-type\(\d\)$/);
    const two = map.elements.find(({ text }) => text === "two");
    assert.deepEqual(two?.alike, { selector: ".row", matches: 3 });
  });

  it("has a selector for each element that matches it alone, on a page of controls that shadow properties", async () => {
    const html = `<form id="f"><input name="parentElement"><input name="childNodes"><input name="id"><input name="localName">
      <label>City <input name="firstElementChild"></label><div><div><span>deep</span></div></div></form>
      ${"<div><p>same</p></div>".repeat(30)}`;
    const { elements } = await mapOf(html);
    assert.isAbove(elements.length, 60);
    assert.sameMembers(
      [...new Set(elements.map(({ selector }) => selector))],
      elements.map(({ selector }) => selector),
    );
    for (const [index, { parent }] of elements.entries()) assert.isBelow(parent, index);
    const city = elements.find(({ label }) => label === "City");
    assert.deepInclude(city, { role: "textbox", name: "City", takes: "text", tag: "input" });
  });

  it("never has what stands in a field", async () => {
    const html = `<label for="a">Password</label><input id="a" type="password" value="geheim1"><input id="b" value="geheim2">
      <textarea id="c">geheim3</textarea><div id="d" role="textbox" contenteditable>geheim4</div>
      <p>around <b contenteditable>geheim5</b></p><select id="e"><option selected>geheim6</option></select>
      <input type="hidden" name="token" value="geheim7"><script>document.querySelector("#b").value = "geheim8";</script>`;
    const map = await mapOf(html);
    assert.notInclude(JSON.stringify(map), "geheim");
    const takes = (id: string) => map.elements.find(({ selector }) => selector === `#${id}`)?.takes;
    assert.deepEqual(["a", "b", "c", "d", "e"].map(takes), ["text", "text", "text", "text", "option"]);
  });

  it("has the place and the parent of what a visitor sees, and no hidden elements", async () => {
    const map =
      await mapOf(`<style>body{margin:0}</style><div id="box" style="position:absolute;left:40px;top:1200px;width:200px;height:100px">
      <i id="in" style="display:block;height:20px">in</i></div><p hidden>no</p><p style="visibility:hidden">no</p>`);
    const at = (selector: string): MappedElement | undefined => map.elements.find((each) => each.selector === selector);
    assert.deepInclude(at("#box"), { x: 40, y: 1200, width: 200, height: 100, parent: -1 });
    assert.deepInclude(at("#in"), { x: 40, y: 1200, width: 200, height: 20 });
    assert.equal(map.elements[at("#in")?.parent ?? -1]?.selector, "#box");
    assert.notInclude(JSON.stringify(map), "no");
  });

  it("is bounded on a hostile page, and says so", async () => {
    const name = "long".repeat(60);
    const html = `<main></main><script>document.querySelector("main").innerHTML =
      "<div title='${name}'><p class='${name}' aria-label='${name}' data-testid='${name}'>${name}</p></div>".repeat(6000)
      + "<div>".repeat(400) + "deep";</script>`;
    const [output] = await pages.extract(html, ["elements"]);
    const map: PageElements = JSON.parse(output?.bytes.toString() ?? "");
    assert.deepEqual(output?.truncated, ["elements"]);
    assert.isAtMost(map.elements.length, elementLimits.elements);
    assert.isAtMost(output?.bytes.length ?? Infinity, elementLimits.chars * 1.1);
    for (const { selector, text = "" } of map.elements) {
      assert.isAtMost(selector.length, elementLimits.selector);
      assert.isAtMost(text.length, elementLimits.words);
    }
  }).timeout(60_000);
});

describe("names of classes and ids", () => {
  const written = ["price", "product-card", "js", "mainNav", "Card_title", "col-6", "h2", "shop_2024".slice(0, 4)];
  const made = [
    "css-1q2w3e",
    "sc-bdVaJa",
    "x8f3a91",
    "Card_title__x3Fd9",
    ":r1:",
    "svelte-abcde",
    "ember123",
    "is-open",
  ];
  for (const name of written.filter((each) => each !== "js"))
    it(`${name} is hand-written`, () => assert.isTrue(isHandWritten(name)));
  for (const name of made) it(`${name} is not`, () => assert.isFalse(isHandWritten(name)));
});
