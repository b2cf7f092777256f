import { readFileSync } from "node:fs";
import { expect } from "chai";
import { openApi } from "#api/openapi/document.ts";
import { version } from "#schemas/version.ts";

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

describe("the version", () => {
  it("is the contract's, in the package, its lock file, the clients and the interface description", () => {
    const manifest: { version: string } = JSON.parse(read("package.json"));
    const lock: { version: string; packages: Record<string, { version: string }> } = JSON.parse(
      read("package-lock.json"),
    );
    const client: { version: string } = JSON.parse(read("clients/typescript/package.json"));
    const pythonVersion = /^version = "(.*)"$/m.exec(read("clients/python/pyproject.toml"))?.[1];
    const { info } = openApi([], { publicUrl: "http://api.test" });
    const locked = [lock.version, lock.packages[""]?.version];
    const all = [version, manifest.version, ...locked, client.version, pythonVersion, info.version];
    expect(all).to.deep.equal(all.map(() => "1.0.0"));
  });
});
