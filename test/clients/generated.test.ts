import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { generate } from "#clients/generate/generate.ts";

describe("the generated files of the TypeScript client", () => {
  it("fit the API's routes; else run `npm run client:generate`", async () => {
    const files = await generate();
    for (const [name, text] of Object.entries(files)) {
      const kept = await readFile(`clients/typescript/src/generated/${name}`, "utf8");
      expect(kept === text, name).to.equal(true);
    }
  });
});
