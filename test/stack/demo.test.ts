import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { readStackFile } from "#stack/home.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { until } from "../support/until.ts";
import { living, recordedPids } from "./support/supervisorProcess.ts";

const checkout = path.join(import.meta.dirname, "..", "..");
const output = path.join(checkout, "demo-output");

describe("npm run demo", function () {
  this.timeout(120_000);
  let home: string;

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), "watchframe-demo-"));
  });

  after(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts the demo. `said` returns its output so far. */
  const startDemo = (...args: string[]): { child: ChildProcess; said: () => string; code: Promise<number | null> } => {
    const env = { ...minimalEnvironment(), WATCHFRAME_HOME: home };
    const child = spawn(process.execPath, [path.join(checkout, "stack", "demo.ts"), ...args], { env });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += String(chunk)));
    const code = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, said: () => said, code };
  };

  it("renders the sample site, keeps what came of it and leaves nothing running", async () => {
    const { said, code } = startDemo();
    expect(await code, said()).to.equal(0);
    expect(said()).to.match(/stages: queued [\d.]+ s, navigation/);

    const { width, height, format } = await sharp(path.join(output, "screenshot.jpg")).metadata();
    expect({ width, format }).to.deep.equal({ width: 1280, format: "jpeg" });
    expect(height).to.be.within(3_000, 4_500);
    const markdown = await readFile(path.join(output, "page.md"), "utf8");
    expect(markdown)
      .to.match(/^#+ What a light has to do$/m)
      .and.include("| Gull Point |");
    expect(await readFile(path.join(output, "links.json"), "utf8")).to.include("/archive.html#fog");
    expect(await readFile(path.join(output, "job.json"), "utf8")).to.include('"status": "completed"');
    expect(living(recordedPids(path.join(home, "demo")))).to.deep.equal([]);
  });

  it("leaves each kind of work once, with an open change, and stays up on request", async () => {
    // The second demo in this home.
    const { child, said, code } = startDemo("--keep");
    await until(async () => said().includes("Ctrl-C stops it"), 90_000);
    const { apiUrl = "", apiKey = "" } = readStackFile(path.join(home, "demo")) ?? {};
    const list = async (address: string): Promise<Record<string, unknown>[]> => {
      const reply = await fetch(new URL(address, apiUrl), { headers: { Authorization: `Bearer ${apiKey}` } });
      return Object.values((await reply.json()) as Record<string, unknown>).find((value) => Array.isArray(value)) ?? [];
    };
    const monitors = await list("/render/monitors");
    expect(monitors.map(({ name }) => name)).to.have.members(["Front page", "Archive"]);
    expect(await list("/render/monitors?incident=open")).to.have.length(1);
    expect(await list("/render/batches")).to.have.length(1);
    expect(await list("/crawls")).to.have.length(1);
    expect(await list("/render/scheduled?status=active")).to.have.length(1);
    // Four renders of each demo.
    expect((await list("/jobs?kind=render")).map(({ status }) => status)).to.deep.equal(Array(8).fill("completed"));
    expect(said()).to.include(`the console is at ${apiUrl}/console/login#token=`);
    child.kill("SIGINT");
    expect(await code, said()).to.equal(0);
    expect(living(recordedPids(path.join(home, "demo")))).to.deep.equal([]);
  });

  for (const wrong of [["example"], ["--unknown"], ["http://a.example", "http://b.example"]]) {
    it(`refuses ${wrong.join(" ")}, and says how to call it`, async () => {
      const { said, code } = startDemo(...wrong);
      expect(await code).to.equal(1);
      expect(said()).to.include("usage: npm run demo");
    });
  }
});
