import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { generate } from "#clients/generate/generate.ts";

describe("the generated files of the clients", () => {
  it("fit the API's routes; else run `npm run client:generate`", async () => {
    const files = await generate();
    for (const [path, text] of Object.entries(files)) {
      const kept = await readFile(path, "utf8");
      expect(kept === text, path).to.equal(true);
    }
  });
});
