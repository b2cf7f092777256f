import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { servers } from "../support/servers.ts";
import { type HeldSite, runStack, type RunningStack, startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";

/** Mounts a disk of 16 MiB in memory; false where that is not allowed (it takes root). */
function mountSmallDisk(at: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", at], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Writes until nothing more fits. */
function fill(file: string): void {
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }
}

describe("an object store with a full disk", function () {
  this.timeout(180_000);
  const home = mkdtempSync(join(tmpdir(), "watchframe-disk-"));
  const scratch = mkdtempSync(join(tmpdir(), "watchframe-scratch-"));
  let site: HeldSite;
  let running: RunningStack | undefined;
  let mounted = false;

  before(async function () {
    mounted = mountSmallDisk(home);
    if (!mounted) return this.skip();
    site = await startHeldSite();
    const { info } = await servers();
    const own = `disk-${Date.now()}`;
    running = await runStack({
      allow: [site.host],
      home,
      more: {
        WATCHFRAME_MONGO_URL: info.mongoUrl.replace(/\w+$/, own),
        WATCHFRAME_TEMPORAL_ADDRESS: info.temporalAddress,
        WATCHFRAME_TEMPORAL_NAMESPACE: own,
        WATCHFRAME_SCRATCH_DIR: scratch,
      },
    });
  });
  after(async () => {
    await running?.stop();
    await site?.close();
    if (mounted) execFileSync("umount", [home]);
    await Promise.all([home, scratch].map((folder) => rm(folder, { recursive: true, force: true })));
  });

  it("delays renders, and loses none after space is free again", async () => {
    const { caller, stack } = running ?? expect.fail("the stack is not running");
    site.release();
    const before = await caller.render({ url: `${site.url}/before` });
    expect(before.status).to.equal("completed");
    const { worker, api } = stack.info.processes;
    const ballast = join(home, "ballast");
    fill(ballast);
    const seen = site.seen.length;
    const id = await caller.submit({ url: `${site.url}/meanwhile` });
    // The page is asked for a second time only after the first picture could not be put away.
    await until(() => Promise.resolve(site.seen.filter(({ url }) => url === "/meanwhile").length > 1), 60_000);
    expect(site.seen.length).to.be.greaterThan(seen);
    rmSync(ballast);
    const job = await caller.ended(id);
    expect(job.status, JSON.stringify(job.error)).to.equal("completed");
    // The logs are on the same disk.
    expect(stack.info.processes, "no process ended").to.include({ worker, api });
    expect(job.credits).to.deep.equal({ charged: 1, refunded: 0, net: 1 });
    const picture = await fetch(job.result?.screenshot?.url ?? "");
    expect((await picture.arrayBuffer()).byteLength).to.equal(job.result?.screenshot?.bytes);
  });
});
