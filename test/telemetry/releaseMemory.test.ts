import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";

/** Fills some hundred megabytes, drops them, and prints the size of the process before and after the call. */
const program = `
  import { releaseMemory } from "#telemetry/releaseMemory.ts";
  const resident = () => process.memoryUsage().rss / 1e6;
  let kept = Array.from({ length: 100 }, (_none, index) => Array.from({ length: 125_000 }, (_one, at) => ({ at, index })));
  kept = kept.length;
  const before = resident();
  releaseMemory();
  console.log(JSON.stringify({ before, after: resident() }));
`;

describe("the memory that starting took", () => {
  it("goes back to the system", async function () {
    this.timeout(30_000);
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
    const { before, after }: { before: number; after: number } = JSON.parse(stdout);
    expect(before - after).to.be.greaterThan(100);
  });
});
