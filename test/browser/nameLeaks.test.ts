import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { chromePath } from "../support/provisioned.ts";

const run = promisify(execFile);

describe("names that a page makes the browser resolve", function () {
  this.timeout(60_000);

  it("are resolved by the egress proxy or not at all: no prefetch, no WebRTC, no request by the browser itself", async function () {
    const folder = await mkdtemp(join(tmpdir(), "watchframe-names-"));
    try {
      await writeFile(join(folder, "hosts"), "127.0.0.1 localhost\n");
      await writeFile(join(folder, "resolv.conf"), "nameserver 127.0.0.1\n");
      const setUp = `mount --bind ${folder}/hosts /etc/hosts && mount --bind ${folder}/resolv.conf /etc/resolv.conf && ip link set lo up`;
      const inside = (command: string) => ["-Urnm", "sh", "-c", `${setUp} && ${command}`, "sh"];
      const supported = await run("unshare", inside("true")).then(
        () => true,
        (error: Error) => (
          console.log(`      network namespaces are unavailable: ${error.message.split("\n")[1]}`),
          false
        ),
      );
      if (!supported) this.skip();
      const probe = fileURLToPath(new URL("./nameLeaksProbe.ts", import.meta.url));
      const command = [...inside('exec "$@"'), process.execPath, probe, chromePath(), folder];
      const { stdout } = await run("unshare", command);
      const asked: string[] = JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]");
      // The proxy resolves these names by the policy. Their presence shows that the name server works.
      expect(asked).to.include.members(["page.example", "fetched.example", "socket.example"]);
      const through = new Set(["page.example", "fetched.example", "socket.example", "preconnected.example"]);
      expect(asked.filter((name) => !through.has(name))).to.deep.equal([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
