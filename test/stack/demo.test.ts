import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { minimalEnvironment } from "../support/environment.ts";
import { living, recordedPids } from "./support/supervisorProcess.ts";

const checkout = path.join(import.meta.dirname, "..", "..");
const output = path.join(checkout, "demo-output");

describe("npm run demo", function () {
  this.timeout(90_000);
  let home: string;

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), "watchframe-demo-"));
  });

  after(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it("renders the sample site, keeps what came of it and leaves nothing running", async () => {
    const env = { ...minimalEnvironment(), WATCHFRAME_HOME: home };
    const child = spawn(process.execPath, [path.join(checkout, "stack", "demo.ts")], { env });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += String(chunk)));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    expect(code, said).to.equal(0);
    expect(said).to.match(/stages: queued [\d.]+ s, navigation/);

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

  it("refuses what is no address", async () => {
    const child = spawn(process.execPath, [path.join(checkout, "stack", "demo.ts"), "example"], { stdio: "ignore" });
    expect(await new Promise((resolve) => child.once("close", resolve))).to.equal(1);
  });
});
