import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { minimalEnvironment } from "../support/environment.ts";

const checkout = path.join(import.meta.dirname, "..", "..");

describe("npm run pictures", function () {
  this.timeout(240_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-pictures-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("renders every picture of the documents in two themes, with what the account has", async () => {
    const script = path.join(checkout, "stack", "picturesMain.ts");
    const child = spawn(process.execPath, [script, folder], { env: minimalEnvironment() });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += String(chunk)));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    expect(code, said).to.equal(0);
    const names = globSync("*.webp", { cwd: folder }).toSorted();
    expect(names).to.deep.equal(globSync("*", { cwd: path.join(checkout, "docs", "pictures") }).toSorted());
    for (const name of names) {
      const kept = await describePicture(path.join(checkout, "docs", "pictures", name));
      const made = await describePicture(path.join(folder, name));
      expect(made.size, name).to.deep.equal(kept.size);
      // Times differ from run to run. Another screen, or the log-in, differs by at least 0.033.
      const stale = `${name} no longer shows the console: run npm run pictures`;
      expect(differenceOf(made.pixels, kept.pixels), stale).to.be.below(0.03);
    }
  });
});

/** The size of a picture, and its pixels in small. */
async function describePicture(file: string) {
  const { width, height } = await sharp(file).metadata();
  const pixels = await sharp(file).resize(64, 64, { fit: "fill" }).removeAlpha().raw().toBuffer();
  return { size: { width, height }, pixels };
}

/** The mean difference of two lists of bytes, 0 to 1. */
function differenceOf(a: Buffer, b: Buffer): number {
  expect(a).to.have.length(b.length);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length / 255;
}
