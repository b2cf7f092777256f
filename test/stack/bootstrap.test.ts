import { type ChildProcess, type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { identify } from "#stack/supervisor/processes.ts";
import packageJson from "../../package.json" with { type: "json" };
import { until } from "./support/until.ts";

const bootstrap = path.join(import.meta.dirname, "..", "..", "stack", "bootstrap.mjs");

interface Run {
  child: ChildProcess;
  output(): string;
  /** Standard output alone. */
  printed(): string;
  ended: Promise<number | null>;
}

/** A checkout with packages of its own for each test. */
function useCheckout() {
  let checkout: string;
  beforeEach(async () => {
    checkout = await mkdtemp(path.join(tmpdir(), "watchframe-bootstrap-"));
    await mkdir(path.join(checkout, "stack"));
    await cp(bootstrap, path.join(checkout, "stack", "bootstrap.mjs"));
    await addPackage("parcel");
    await declare({ parcel: "file:parcel" });
    await writeFile(
      path.join(checkout, "script.ts"),
      "const [code]: string[] = process.argv.slice(2);\nprocess.exit(Number(code));\n",
    );
  });
  afterEach(async () => {
    await rm(checkout, { recursive: true, force: true });
  });
  async function declare(
    dependencies: Record<string, string>,
    scripts: Record<string, string | undefined> = {},
    devDependencies: Record<string, string> = {},
  ): Promise<void> {
    const root = { name: "checkout", version: "1.0.0", type: "module", dependencies, devDependencies, scripts };
    const entries = (names: string[], dev: object) =>
      names.flatMap((name) => [
        [`node_modules/${name}`, { resolved: name, link: true, ...dev }],
        [name, { version: "1.0.0", ...dev }],
      ]);
    const linked = [...entries(Object.keys(dependencies), {}), ...entries(Object.keys(devDependencies), { dev: true })];
    const lock = { ...root, lockfileVersion: 3, requires: true, packages: { "": root, ...Object.fromEntries(linked) } };
    await writeFile(path.join(checkout, "package.json"), JSON.stringify(root));
    await writeFile(path.join(checkout, "package-lock.json"), JSON.stringify(lock));
  }
  async function addPackage(folder: string, name = folder): Promise<void> {
    await mkdir(path.join(checkout, folder));
    await writeFile(path.join(checkout, folder, "package.json"), JSON.stringify({ name, version: "1.0.0" }));
  }
  function run(...args: string[]): Run {
    return watch(spawn(process.execPath, [path.join(checkout, "stack", "bootstrap.mjs"), ...args], { cwd: checkout }));
  }
  return {
    get checkout() {
      return checkout;
    },
    addPackage,
    declare,
    run,
  };
}

describe("the bootstrap: packages", function () {
  this.timeout(60_000);
  const own = useCheckout();
  const { addPackage, declare, run } = own;

  it("installs the packages when they are missing, once, and ends with the script's code", async () => {
    const first = run("script.ts", "7");
    expect(await first.ended).to.equal(7);
    expect(first.output())
      .to.include("installing the packages (npm ci --omit=dev) …")
      .and.include("installed the packages in");
    expect(first.printed(), "standard output is the script's").to.equal("");
    const second = run("script.ts", "0");
    expect(await second.ended).to.equal(0);
    expect(second.output()).to.equal("");
  });

  it("installs again when package-lock.json names something else", async () => {
    expect(await run("script.ts", "0").ended).to.equal(0);
    await addPackage("second");
    await declare({ parcel: "file:parcel", second: "file:second" });
    const again = run("script.ts", "0");
    expect(await again.ended).to.equal(0);
    expect(again.output()).to.include("installed the packages");
  });

  it("adds development packages only for a script that needs them, and keeps what is there", async () => {
    await addPackage("tool");
    await declare({ parcel: "file:parcel" }, {}, { tool: "file:tool" });
    const tool = path.join(own.checkout, "node_modules", "tool");
    expect(await run("script.ts", "0").ended).to.equal(0);
    expect(existsSync(tool)).to.equal(false);
    // A running service has its packages open. `npm ci` would delete them, and this file with them.
    const marker = path.join(own.checkout, "node_modules", ".cache", "marker");
    const lockFile = path.join(own.checkout, "package-lock.json");
    await mkdir(path.dirname(marker), { recursive: true });
    await writeFile(marker, "");
    const lock = await readFile(lockFile, "utf8");
    const withTools = run("--dev", "script.ts", "5");
    expect(await withTools.ended, withTools.output()).to.equal(5);
    expect(existsSync(tool)).to.equal(true);
    expect(existsSync(marker)).to.equal(true);
    expect(await readFile(lockFile, "utf8")).to.equal(lock);
    // A later installation for `npm start` leaves a developer's tools.
    await addPackage("second");
    await declare({ parcel: "file:parcel", second: "file:second" }, {}, { tool: "file:tool" });
    const again = run("script.ts", "0");
    expect(await again.ended, again.output()).to.equal(0);
    expect(again.output()).to.include("installed the packages");
    expect(existsSync(tool)).to.equal(true);
  });

  it("deletes files that nothing reads from packages, and none from workspaces", async () => {
    const cpu = process.arch === "arm64" ? "aarch64" : "x86_64";
    const systems = ["unknown-linux-gnu", "apple-darwin", "pc-windows-msvc"].map((system) => `${cpu}-${system}`);
    const bridge = path.join(own.checkout, "bridge");
    await addPackage("bridge", "@temporalio/core-bridge");
    for (const system of systems) await mkdir(path.join(bridge, "releases", system), { recursive: true });
    for (const system of systems) await writeFile(path.join(bridge, "releases", system, "index.node"), "");
    for (const name of ["index.js", "index.js.map"]) await writeFile(path.join(bridge, name), "");
    await writeFile(path.join(own.checkout, "parcel", "own.map"), "");
    await declare({ parcel: "file:parcel", "@temporalio/core-bridge": "file:bridge" });
    await writeFile(path.join(own.checkout, ".npmrc"), "install-links=true\n");
    await rm(path.join(own.checkout, "package-lock.json"));
    execFileSync("npm", ["install", "--package-lock-only"], { cwd: own.checkout });
    const first = run("script.ts", "0");
    expect(await first.ended, first.output()).to.equal(0);
    const installed = path.join(own.checkout, "node_modules", "@temporalio", "core-bridge");
    expect(await readdir(installed)).to.have.members(["index.js", "package.json", "releases"]);
    const releases = await readdir(path.join(installed, "releases"));
    expect(releases).to.have.length(1);
    expect(releases[0]).to.include(process.platform === "darwin" ? "apple" : "linux");
    expect(existsSync(path.join(own.checkout, "parcel", "own.map"))).to.equal(true);
    const second = run("script.ts", "0");
    expect(await second.ended).to.equal(0);
    expect(second.output(), "the packages still count as installed").to.equal("");
  });

  it("installs nothing when npm ci finds the lock file incomplete, and names the remedy", async () => {
    const lockFile = path.join(own.checkout, "package-lock.json");
    const root = JSON.stringify({
      name: "checkout",
      version: "1.0.0",
      type: "module",
      dependencies: { parcel: "file:parcel" },
    });
    const lock = JSON.stringify({
      name: "checkout",
      version: "1.0.0",
      lockfileVersion: 3,
      requires: true,
      packages: { "": {} },
    });
    await writeFile(path.join(own.checkout, "package.json"), root);
    await writeFile(lockFile, lock);
    const incomplete = run("script.ts", "0");
    expect(await incomplete.ended).to.equal(1);
    expect(incomplete.output()).to.include("does not name all packages").and.include("npm install --package-lock-only");
    expect(existsSync(path.join(own.checkout, "node_modules", "parcel"))).to.equal(false);
    expect(await readFile(lockFile, "utf8")).to.equal(lock);
  });

  it("installs once when two scripts start at the same time", async () => {
    const both = [run("script.ts", "0"), run("script.ts", "0")];
    expect(await Promise.all(both.map(({ ended }) => ended))).to.deep.equal([0, 0]);
    const installs = both.filter(({ output }) => output().includes("installed the packages"));
    expect(installs).to.have.length(1);
  });

  it("installs the packages before npm run check runs its parts, in order", async () => {
    const { scripts } = packageJson;
    const parts = Object.keys(scripts).filter((name) => name.startsWith("check:"));
    const stubs = parts.map((name) => [name, `node -p 'require("parcel/package.json").name + " ${name}"'`]);
    await declare({ parcel: "file:parcel" }, { ...Object.fromEntries(stubs), check: scripts.check });
    const check = watch(spawn("npm", ["run", "--silent", "check"], { cwd: own.checkout }));
    expect(await check.ended, check.output()).to.equal(0);
    expect(check.printed().trim().split("\n")).to.deep.equal(parts.map((name) => `parcel ${name}`));
  });
});

describe("the bootstrap: processes", function () {
  this.timeout(60_000);
  const own = useCheckout();
  const { run } = own;

  it("passes SIGTERM on and waits for the script to end", async () => {
    const script =
      'process.once("SIGTERM", () => { console.log("stopping"); process.exit(3); });\nsetInterval(() => {}, 1e6);\nconsole.log("waiting");\n';
    await writeFile(path.join(own.checkout, "waits.ts"), script);
    const waiting = run("waits.ts");
    await until("the script waits", () => waiting.output().includes("waiting"));
    waiting.child.kill("SIGTERM");
    expect(await waiting.ended).to.equal(3);
    expect(waiting.output()).to.include("stopping");
  });

  it("ends the script when npm is stopped, also with a shell between them", async () => {
    const script =
      'process.once("SIGTERM", () => process.exit(0));\nsetInterval(() => {}, 1e6);\nconsole.log(`waiting ${process.pid}`);\n';
    await writeFile(path.join(own.checkout, "waits.ts"), script);
    const npm = watch(spawn("npm", ["exec", "--call", "node stack/bootstrap.mjs waits.ts"], { cwd: own.checkout }));
    const pid = await until("the script waits", () => /waiting (\d+)/.exec(npm.output())?.[1]);
    npm.child.kill("SIGTERM");
    await until("the script has ended", () => !identify(Number(pid)));
  });

  it("prints its usage when no script is named", async () => {
    const wrong = run();
    expect(await wrong.ended).to.equal(2);
    expect(wrong.output()).to.include("usage: node stack/bootstrap.mjs ([--dev] <script.ts>");
  });
});

function watch(child: ChildProcessWithoutNullStreams): Run {
  let output = "";
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stdout.on("data", (text: string) => (printed += text));
  return {
    child,
    output: () => output,
    printed: () => printed,
    ended: new Promise((resolve) => child.once("close", resolve)),
  };
}
