import { readdir, readFile } from "node:fs/promises";
import { assert } from "chai";
import type { Browser } from "puppeteer";
import { readPage } from "#activities/http/readPage.ts";
import { ContentReader } from "#activities/browser/inPage/contentReader.ts";
import { buildProbe } from "#activities/extract/registry.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import { launchPlainBrowser } from "../support/plainBrowser.ts";
import { evaluateScriptless } from "./evaluateScriptless.ts";

const folder = new URL("../fixtures/pages/", import.meta.url);
const url = "https://page.test/";
const values: ValueEntry[] = ["h1", "p", "li", "td", "a", "label", "summary", "button"].map((selector) => ({
  name: selector,
  selector,
  as: "list",
}));
const probe = buildProbe(["markdown"], [...values, { name: "price", product: "price", as: "number" }]) ?? "null";
const contents = `(() => { ${ContentReader.toString()}\nreturn new ContentReader().read({ marks: [], maxChars: 1e6 }).text; })()`;

/** Pages whose text depends on styles, on the parser's rules or on white space. */
const pages: Readonly<Record<string, string>> = {
  "hidden parts": `<!doctype html><style>.gone { display: none } #soft { visibility: hidden } @media print { p { display: none } } @media (min-width: 2000px) { .wide { display: none } } .a .b { display: none } .c.b { display: block !important }</style><main><p>Shown words of a page.</p><p class=gone>Gone</p><p hidden>Hidden</p><div id=soft>Soft <b style="visibility: visible">but this</b></div><p class=wide>Narrow</p><div class=a><i class=b>Nested</i><i class="b c">Important</i></div><p style="display:none">Own style</p></main>`,
  "white space": `<!doctype html><p>one\n  two   <b> three</b> four<br>five</p><pre>a\n  b</pre><div>x<div>y</div>z</div><span style="text-transform: uppercase">loud</span> <span>and quiet</span>`,
  tables: `<!doctype html><table><caption>Tides</caption><tr><th>Day<th>High<tr><td>Monday<td>5:12<tr><td colspan=2>none</table><p>After`,
  "broken markup": `<p>one<div>two<p>three<b>four</div>five<table>stray<tr><td>cell</table><a href=/x>link<a href=/y>other`,
  "lists and details": `<!doctype html><ul><li>one<li>two<ul><li>inner</ul></ul><details><summary>More</summary><p>Folded words</p></details><details open><summary>Open</summary><p>Unfolded words</p></details><dl><dt>Term<dd>Meaning</dl>`,
  controls: `<!doctype html><form><label>Name <input value=Ada></label><button>Send</button><select><option>a<option selected>b</select><textarea>note</textarea></form><p>Words around controls.`,
};

/** The lines of a text. A browser keeps some blanks at their ends and around controls, by its layout. */
const lines = (text: string) => text.replaceAll(/ +/gu, " ").replaceAll(/^ | $/gmu, "");

describe("a page read without a browser", function () {
  this.timeout(60_000);
  let browser: Browser;
  before(async () => {
    browser = await launchPlainBrowser();
  });
  after(() => browser.close());

  async function compare(name: string, html: string): Promise<void> {
    const [probed, text] = await evaluateScriptless(browser, { url, html }, [probe, contents]);
    const task = { bytes: Buffer.from(html), encoding: "utf-8", url, maxTextChars: 1e6, expression: probe };
    const outcome = await readPage(task, { owner: "test" });
    if (!outcome.done) throw new Error(outcome.reason);
    const read = outcome.value;
    assert.deepEqual(JSON.parse(read.probed ?? "null"), probed, name);
    assert.equal(lines(read.contents.text), lines(String(text)), name);
  }

  it("has the flat page, the values and the visible text of the browser on each golden page without scripts", async () => {
    const entries = await readdir(folder, { withFileTypes: true });
    let compared = 0;
    for (const { name } of entries.filter((entry) => entry.isDirectory())) {
      const html = await readFile(new URL(`${name}/source.html`, folder), "utf8");
      if (/<script(?![^>]*ld\+json)/u.test(html)) continue;
      await compare(name, html);
      compared += 1;
    }
    assert.isAtLeast(compared, 8);
  });

  for (const [name, html] of Object.entries(pages)) {
    it(`has what the browser has of a page with ${name}`, () => compare(name, html));
  }
});
