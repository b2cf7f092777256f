import { readFileSync } from "node:fs";
import { expect } from "chai";

type Entry = {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  link?: boolean;
};
type Packages = Record<string, Entry>;

function readLock(): Packages {
  const lock: { packages: Packages } = JSON.parse(
    readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"),
  );
  return lock.packages;
}

/** Names that must have an entry. npm leaves out optional peers only. */
function needsOf(folder: string, entry: Entry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {});
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...peers.filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true),
    // npm installs development packages of the root and of workspaces alone.
    ...(folder.includes("node_modules/") ? [] : Object.keys(entry.devDependencies ?? {})),
  ];
}

/** Whether Node finds the name from the folder: in its own node_modules, or in those of a folder above. */
function resolves(packages: Packages, folder: string, name: string): boolean {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`] !== undefined) return true;
    if (at === "") return false;
  }
}

/** Needs without an entry. `npm ci` refuses a lock file that has one, on every system. */
function missingIn(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([folder, entry]) =>
    needsOf(folder, entry)
      .filter((name) => !resolves(packages, folder, name))
      .map((name) => `${folder === "" ? "the root" : folder} needs ${name}`),
  );
}

function without(unwanted: string): Packages {
  return Object.fromEntries(Object.entries(readLock()).filter(([folder]) => folder !== unwanted));
}

describe("the lock file", () => {
  it("has an entry for each package that another one needs, on every system", () => {
    expect(missingIn(readLock())).to.deep.equal([]);
  });

  it("is refused without an optional package of another system", () => {
    const binary = Object.keys(readLock()).find((folder) => folder.includes("@napi-rs/canvas-win32-x64"));
    expect(missingIn(without(binary ?? ""))).to.deep.equal([
      "node_modules/@napi-rs/canvas needs @napi-rs/canvas-win32-x64-msvc",
    ]);
  });

  it("is refused without a package of the root, of a workspace, or below another package", () => {
    expect(missingIn(without("node_modules/mocha"))).to.include("the root needs mocha");
    const client: Packages = { "clients/cli": { dependencies: { absent: "1.0.0" } } };
    expect(missingIn(client)).to.deep.equal(["clients/cli needs absent"]);
    const nested: Packages = {
      "node_modules/a": { dependencies: { b: "1.0.0" } },
      "node_modules/c/node_modules/b": {},
    };
    expect(missingIn(nested)).to.deep.equal(["node_modules/a needs b"]);
  });
});
