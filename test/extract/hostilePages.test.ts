import { assert } from "chai";
import type { Structure } from "#schemas/extracts/structure.ts";
import { probedExtracts } from "#activities/extract/registry.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

/** Pages in Chromium. */
function useChrome() {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());
  const innocent = '<title>T</title><h1>T</h1><p>Words <a href="/a">a</a></p>';
  return {
    get pages() {
      return pages;
    },
    innocent,
  };
}

describe("hostile pages: functions and names", () => {
  const chrome = useChrome();
  const { innocent } = chrome;

  it("cannot replace functions that the probe calls", async () => {
    const spoil = `<script>
      for (const name of Object.getOwnPropertyNames(Array.prototype)) if (name !== "constructor") Array.prototype[name] = () => { throw new Error(name); };
      Object.getOwnPropertyDescriptor = JSON.stringify = JSON.parse = () => "spoilt";
      document.querySelectorAll = Document.prototype.querySelectorAll = () => { throw new Error("spoilt"); };
      Document.prototype.createTreeWalker = Element.prototype.getHTML = window.getComputedStyle = () => ({});
      Object.defineProperty(Document.prototype, "title", { get: () => "spoilt" });
      window.URL = window.Map = window.Set = window.String = null;
      Object.prototype.toJSON = () => "spoilt";
    </script>`;
    const spoilt = await chrome.pages.extract(innocent + spoil, probedExtracts);
    const clean = await chrome.pages.extract(innocent, probedExtracts);
    for (const name of probedExtracts.filter((each) => each !== "html"))
      assert.equal(textOf(spoilt, name), textOf(clean, name), name);
    assert.include(textOf(spoilt, "html"), "<h1>T</h1>");
  });

  it("cannot shadow properties by names of elements", async () => {
    const names = [
      "title",
      "body",
      "documentElement",
      "baseURI",
      "doctype",
      "querySelectorAll",
      "querySelector",
      "createTreeWalker",
      "characterSet",
      "fonts",
      "styleSheets",
      "adoptedStyleSheets",
      "createElement",
      "getElementById",
      "URL",
    ];
    const clobbers = names.map((name) => `<img name="${name}"><form name="${name}"></form>`).join("");
    const controls = [
      "childNodes",
      "attributes",
      "getAttribute",
      "shadowRoot",
      "localName",
      "parentNode",
      "children",
      "namespaceURI",
      "querySelector",
      "closest",
      "nodeType",
      "style",
      "getBoundingClientRect",
      "checkVisibility",
      "getRootNode",
      "textContent",
      "parentElement",
      "elements",
      "method",
      "action",
      "id",
    ];
    const form = `<form aria-label="F" method="post" action="/to"><h2 id="in">Heading</h2>${controls.map((name) => `<input name="${name}">`).join("")}
      <img src="/a-20x10.png"><p>In a form <a href="/f">f</a></p></form>`;
    const outputs = await chrome.pages.extract(`<!doctype html>${innocent}${clobbers}${form}`, probedExtracts);
    assert.nestedPropertyVal(outputs[0]?.value, "title", "T");
    assert.include(textOf(outputs, "markdown"), "In a form [f](https://page.test/f)");
    assert.include(textOf(outputs, "links"), "https://page.test/f");
    assert.match(textOf(outputs, "html"), /^<!DOCTYPE html>\n<html>/u);
    const structure: Structure = JSON.parse(textOf(outputs, "structure"));
    assert.deepInclude(structure.headings, { level: 2, text: "Heading", id: "in" });
    const { action, method, label, fields } = structure.forms.at(-1) ?? {};
    assert.deepEqual([action, method, label], ["https://page.test/to", "post", "F"]);
    assert.deepEqual(
      fields?.map(({ name }) => name),
      controls,
    );
    assert.include(textOf(outputs, "images"), '"naturalWidth":20,"naturalHeight":10');
    assert.include(textOf(outputs, "design"), '"read":0');
  });
});

describe("hostile pages: size and form", () => {
  const chrome = useChrome();
  const { innocent } = chrome;

  it("cannot break the probe by deep nesting", async () => {
    // Without boxes, because the browser's own layout crashes at 3,000 levels.
    const nest = `<style>#top, #top div, #top ul { display: contents }</style><div id="top"></div><script>
      let at = document.querySelector("#top");
      for (let depth = 0; depth < 5000; depth += 1) at = at.appendChild(document.createElement(depth % 2 ? "div" : "ul"));
      at.innerHTML = "<p>Bottom <a href=/deep>deep</a></p>";
    </script>`;
    const outputs = await chrome.pages.extract(innocent + nest, probedExtracts);
    assert.include(textOf(outputs, "markdown"), "Bottom");
    assert.include(textOf(outputs, "links"), "https://page.test/deep");
    assert.include(textOf(outputs, "html"), "Bottom");
    assert.isTrue(outputs.every((output) => output.truncated === undefined));
  });

  it("cannot slow the converter down by nested marks", async () => {
    const marks = `${"<b><i>".repeat(150)}deep${"</i></b>".repeat(150)}`;
    const [output] = await chrome.pages.extract(`${innocent}<p>${marks}</p>`.repeat(20), ["markdown"]);
    assert.include(output?.bytes.toString(), "**_deep_**");
    assert.isUndefined(output?.truncated);
  });

  it("may lack a root, a head or a body", async () => {
    for (const rest of ["document.documentElement.remove()", "document.head.remove()", "document.body.remove()"]) {
      const outputs = await chrome.pages.extract(`<p>x</p><script>${rest}</script>`, probedExtracts);
      assert.lengthOf(outputs, probedExtracts.length, rest);
    }
  });

  it("are cut at 10 MB of HTML between two characters, and report it", async () => {
    const fill = `<script type="text/plain" id="fill"></script>
      <script>document.querySelector("#fill").textContent = "ü".repeat(9_000_000);</script>`;
    const [output] = await chrome.pages.extract(innocent + fill, ["html"]);
    assert.closeTo(output?.bytes.length ?? 0, 10_000_000, 1);
    assert.deepEqual(output?.truncated, ["html"]);
    assert.notInclude(output?.bytes.subarray(-10).toString(), "\uFFFD");
  });
});
