import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { readLicences } from "#stack/licences.ts";

const root = path.join(import.meta.dirname, "..", "..");

describe("licences of what production needs", () => {
  it("are permissive, or excepted with a reason", () => {
    const packages = readLicences(root);
    expect(packages.length).to.be.above(200);
    expect(packages.filter(({ allowedFor }) => allowedFor === null)).to.deep.equal([]);
    expect(packages.find(({ name }) => name === "@duckduckgo/autoconsent")?.allowedFor).to.have.property("reason");
  });

  it("are refused where they ask for more, are unknown or none is named; what only development needs is not asked", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "watchframe-licences-"));
    const packages = {
      "": { name: "a" },
      "node_modules/good": { license: "(MIT OR GPL-3.0)" },
      "node_modules/both": { license: "MIT AND GPL-3.0" },
      "node_modules/a/node_modules/copyleft": { license: "AGPL-3.0" },
      "node_modules/silent": {},
      "node_modules/tool": { license: "GPL-3.0", dev: true },
    };
    writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify({ packages }));
    const refused = readLicences(folder).filter(({ allowedFor }) => allowedFor === null);
    expect(refused.map(({ name }) => name)).to.deep.equal(["both", "copyleft", "silent"]);
    rmSync(folder, { recursive: true });
  });

  it("are listed by a command", () => {
    const printed = execFileSync(process.execPath, [path.join(root, "stack/licencesMain.ts")], { encoding: "utf8" });
    expect(printed).to.match(/^MIT: \d+$/m);
    expect(printed).to.include("@duckduckgo/autoconsent (MPL-2.0): used unmodified");
    expect(printed).not.to.include("NOT ALLOWED");
  });
});
