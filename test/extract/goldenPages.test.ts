import { readdir, readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { assert } from "chai";
import type { ExtractedOutput } from "#activities/extract/extractor.ts";
import { probedExtracts } from "#activities/extract/registry.ts";
import { document } from "../api/support/conformance.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

const folder = new URL("../fixtures/pages/", import.meta.url);

describe("the golden pages", () => {
  let pages: ChromePages;
  let names: string[] = [];
  // The map holds places and selectors, which `elements.test.ts` checks.
  const goldenExtracts = probedExtracts.filter((name) => name !== "elements");
  before(async () => {
    pages = await openChromePages();
    const entries = await readdir(folder, { withFileTypes: true });
    names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  });
  after(() => pages.close());

  it("give exactly the expected extracts, valid by their schemas", async () => {
    assert.isAtLeast(names.length, 12);
    const ajv = new Ajv2020({ strict: false }).addSchema({ $id: "openapi", ...document });
    for (const name of names) {
      const files = await readdir(new URL(`${name}/`, folder));
      const read = (file: string) => readFile(new URL(`${name}/${file}`, folder), "utf8");
      const outputs = await pages.extract(await read("source.html"), goldenExtracts);
      const structured = structuredOf(outputs);
      assert.deepEqual(structured, JSON.parse(await read("expected.json")), name);
      assert.equal(textOf(outputs, "markdown"), await read("expected.md"), name);
      if (files.includes("expected.html")) assert.equal(textOf(outputs, "html"), await read("expected.html"), name);
      for (const [extract, value] of Object.entries(structured)) {
        if (extract === "truncated") continue;
        const component = `${extract.charAt(0).toUpperCase()}${extract.slice(1)}Result`;
        const isValid = ajv.compile({ $ref: `openapi#/components/schemas/${component}/properties/value` });
        assert.isTrue(isValid(value), `${name}: ${extract}: ${JSON.stringify(isValid.errors)}`);
      }
    }
  });
});

/** Every JSON extract, and the truncated parts of each extract. */
function structuredOf(outputs: readonly ExtractedOutput[]): Record<string, unknown> {
  const values = outputs.flatMap(({ name, contentType, bytes }) =>
    contentType === "application/json" ? [[name, JSON.parse(bytes.toString())]] : [],
  );
  const truncated = outputs.flatMap((output) =>
    output.truncated === undefined ? [] : [[output.name, output.truncated]],
  );
  return Object.fromEntries([...values, ["truncated", Object.fromEntries(truncated)]]);
}
