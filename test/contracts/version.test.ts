import { readFileSync } from "node:fs";
import { expect } from "chai";
import { version } from "#schemas/version.ts";

describe("the version", () => {
  it("in the code is that of the package", () => {
    const manifest: { version: string } = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    expect(version).to.equal(manifest.version);
  });
});
