import { assert } from "chai";
import type { Structure } from "#schemas/extracts/structure.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

/** Reads the structure of pages in Chromium. */
function useStructure() {
  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());
  const structureOf = async (html: string): Promise<Structure> =>
    JSON.parse(textOf(await pages.extract(html, ["structure"]), "structure"));
  return {
    get pages() {
      return pages;
    },
    structureOf,
  };
}

describe("structure: headings and landmarks", () => {
  const { structureOf } = useStructure();

  it("has headings as assistive technology presents them, in a tree with skipped levels", async () => {
    const html = `<h2>Before</h2><h1>One <small>two</small><br>three<a href="#x">¶</a></h1><h4 id="deep">Deep</h4>
      <div role="heading" aria-level="3">By role</div><div role="heading">Level two</div><h2 role="presentation">None</h2>
      <h2 aria-hidden="true">Silent</h2><h2 style="display: none">Hidden</h2><h2><img src="/a.png" alt="Pictured"></h2><h2></h2>
      <h3 aria-level="5">Five</h3>`;
    const { headings, outline } = await structureOf(html);
    assert.deepEqual(
      headings.map(({ level, text }) => [level, text]),
      [
        [2, "Before"],
        [1, "One two three"],
        [4, "Deep"],
        [3, "By role"],
        [2, "Level two"],
        [2, "Pictured"],
        [5, "Five"],
      ],
    );
    const shape = (entries: Structure["outline"]): unknown[] =>
      entries.map(({ text, children }) => (children.length === 0 ? text : [text, ...shape(children)]));
    assert.deepEqual(shape(outline), [
      "Before",
      ["One two three", "Deep", "By role", "Level two", ["Pictured", "Five"]],
    ]);
  });

  it("has landmarks by role and by tag as HTML defines them", async () => {
    const html = `<header>banner</header><nav aria-label="Main">n</nav><main><header>none</header><article><footer>none</footer><aside>none</aside>
      <aside aria-label="Notes">named</aside></article><section>none</section><section aria-labelledby="a b"><h2 id="a">Part</h2><b id="b">two</b></section>
      <aside>complementary</aside></main><form>none</form><form title="Sign up">f</form><search>s</search><div role="search">s</div><div role="region">none</div>
      <div role="contentinfo">c</div><nav role="presentation">none</nav><footer aria-hidden="true">none</footer><footer style="display: none">none</footer>
      <x-menu></x-menu><script>document.querySelector("x-menu").attachShadow({ mode: "open" }).innerHTML = "<nav>in shadow</nav>";</script>`;
    const { landmarks } = await structureOf(html);
    assert.deepEqual(
      landmarks.map(({ role, label, element }) => [role, label, element]),
      [
        ["banner", null, "header"],
        ["navigation", "Main", "nav"],
        ["main", null, "main"],
        ["complementary", "Notes", "aside"],
        ["region", "Part two", "section"],
        ["complementary", null, "aside"],
        ["form", "Sign up", "form"],
        ["search", null, "search"],
        ["search", null, "div"],
        ["contentinfo", null, "div"],
        ["navigation", null, "nav"],
      ],
    );
  });

  it("divides a page without sections by its headings", async () => {
    const html = `<header>logo</header><main><h1>Title</h1><p>lead</p>
      <div><div><h2>Wrapped</h2></div><p>words</p></div><h2 id="flat">Flat</h2><p>more words</p><div><h2>Last</h2><p>end</p></div></main><footer>imprint</footer>`;
    const { sections } = await structureOf(html);
    assert.deepEqual(
      sections.map(({ element, id, heading, characters }) => [element, id, heading, characters]),
      [
        ["div", null, "Wrapped", 12],
        ["h2", "flat", "Flat", 14],
        ["div", null, "Last", 7],
      ],
    );
  });
});

describe("structure: controls, tables and calls to action", () => {
  const pages = useStructure();
  const { structureOf } = pages;

  it("never contains values of controls", async () => {
    const secret = "s3cret";
    const html = `<form action="?q=1" id="f"><input name="a" value="${secret}"><textarea name="b">${secret}</textarea>
      <select name="c"><option>${secret}</option><option selected>two</option></select><input type="password" name="d"><input type="hidden" name="e" value="${secret}">
      <input type="submit" value="Send it"></form><div role="textbox" aria-label="Own" contenteditable>${secret}</div><label for="late">Elsewhere</label><input id="late" form="f" aria-required="true">
      <script>document.querySelector("[name=d]").value = "${secret}";</script>`;
    const outputs = await pages.pages.extract(html, ["structure", "design", "colors", "fonts", "images", "videos"]);
    for (const { name, bytes } of outputs) assert.notInclude(bytes.toString(), secret, name);
    const structure: Structure = JSON.parse(textOf(outputs, "structure"));
    const shown = structure.forms.map(({ action, method, fields }) => [
      action,
      method,
      fields.map(({ name, type, label, required, options }) => [name, type, label, required, options]),
    ]);
    assert.deepEqual(shown, [
      [
        "https://page.test/?q=1",
        "get",
        [
          ["a", "text", null, false, null],
          ["b", "textarea", null, false, null],
          ["c", "select", null, false, 2],
          ["d", "password", null, false, null],
          ["e", "hidden", null, false, null],
          [null, "text", "Elsewhere", true, null],
        ],
      ],
      [null, null, [[null, "textbox", "Own", false, null]]],
    ]);
    assert.deepEqual(structure.callsToAction, [
      { text: "Send it", href: null, kind: "submit", filled: true, region: "other" },
    ]);
  });

  it("distinguishes data tables from layout tables", async () => {
    const html = `<table><tr><td><table><caption>Inner</caption><tr><th>a<th>b</table></table><table><tr><td>one</table><table role="none"><tr><th>x</table>
      <table aria-label="Plain"><tr><td>1<td>2<tr><td colspan="3">3</table><table><tr><th>Size<td>4<tr><th>Mass<td>5</table>`;
    const { tables } = await structureOf(html);
    assert.deepEqual(tables, [
      { caption: "Inner", headers: ["a", "b"], rows: 1, columns: 2 },
      { caption: "Plain", headers: [], rows: 2, columns: 3 },
      { caption: null, headers: [], rows: 2, columns: 2 },
    ]);
  });

  it("has each call to action once, by how it looks", async () => {
    const html = `<style>.b { display: inline-block; padding: 4px 8px; background: #eee } .o { padding: 4px 8px; border: 1px solid; display: inline-block }</style>
      <header><a class="b" href="/a">Begin</a><a href="/b">Plain</a><a class="b" href="/a">Begin</a><a class="b">No address</a></header>
      <main><a class="o" href="/c"><img src="/i.png" alt="Pictured"></a><span class="b" role="button">Span</span><button style="all: unset">Bare</button><button aria-label="Icon"><svg width="16" height="16"></svg></button>
      <a class="b" href="/d" style="visibility: hidden">Hidden</a><a class="b" href="/e" style="height: 300px"><h2>A card</h2></a></main>`;
    const { callsToAction } = await structureOf(html);
    assert.deepEqual(
      callsToAction.map(({ text, href, kind, filled, region }) => [text, href, kind, filled, region]),
      [
        ["Begin", "https://page.test/a", "link", true, "header"],
        ["Pictured", "https://page.test/c", "link", false, "main"],
        ["Span", null, "button", true, "main"],
        ["Icon", null, "button", true, "main"],
      ],
    );
  });
});
