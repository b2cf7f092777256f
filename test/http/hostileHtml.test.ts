import { assert } from "chai";
import { readPage } from "#activities/http/readPage.ts";
import { buildProbe } from "#activities/extract/registry.ts";

const probe = buildProbe(["markdown"], [{ name: "all", selector: "p b", as: "list" }]) ?? "null";
const rules = Array.from({ length: 3_000 }, (_, index) => `.a .b${index} * { display: none }`).join("");

const pages: Readonly<Record<string, string>> = {
  "elements nested deeply": `${"<div>".repeat(100_000)}<p><b>deep</b>`,
  "many elements": `<p><b>first</b>${"<i>x</i>".repeat(150_000)}`,
  "many unclosed formats": `<p><b>first</b>${"<b><i><a href=/>".repeat(3_000)}x`,
  "many rules for many elements": `<style>${rules}</style><p><b>first</b>${"<div class=a><i>x</i></div>".repeat(20_000)}`,
  "markup that shadows the document": `<form name=title><input name=body><input name=childNodes></form><p><b>first</b><template><p>t</template><noscript><p>n</noscript>`,
  "broken bytes and styles": `<style>@media ((( { } } p { display: }</style>\u0000<p style=";;:;"><b>first\u0000</b><svg><style>q{display:none}</style></svg>`,
};

describe("hostile HTML without a browser", function () {
  this.timeout(90_000);
  for (const [name, html] of Object.entries(pages)) {
    it(`${name} is read or refused in bounded time, and the next page is read`, async () => {
      const task = { bytes: Buffer.from(html), encoding: null, url: "https://page.test/", maxTextChars: 1e6 };
      const started = performance.now();
      const outcome = await readPage({ ...task, expression: probe }, { owner: "test" });
      assert.isBelow(performance.now() - started, 12_000);
      if (outcome.done) assert.include(outcome.value.contents.text, name.startsWith("elements") ? "deep" : "first");
      const next = await readPage({ ...task, bytes: Buffer.from("<p>next"), expression: null }, { owner: "test" });
      assert.isTrue(next.done && next.value.contents.text === "next");
    });
  }
});
