import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const run = promisify(execFile);

const hosts = `127.0.0.1 localhost
93.184.216.34 site.example mixed.example
10.0.0.1 inside.example mixed.example both.example
169.254.169.254 metadata.example
`;

const expected = {
  "site.example": ["93.184.216.34", "93.184.216.34"],
  "93.184.216.34": ["93.184.216.34", "93.184.216.34"],
  "1572395042": ["93.184.216.34", "93.184.216.34"],
  "mixed.example": ["unresolved", "NameNotResolved"],
  "inside.example": ["unresolved", "NameNotResolved"],
  "metadata.example": ["unresolved", "NameNotResolved"],
  "169.254.169.254": ["refused", "EgressRefused"],
  "10.0.0.1": ["refused", "EgressRefused"],
  localhost: ["refused", "EgressRefused"],
  "dns.example": ["93.184.216.34", "93.184.216.34"],
  "dns-mixed.example": ["unresolved", "NameNotResolved"],
  "dns-inside.example": ["unresolved", "NameNotResolved"],
  "dns-empty.example": ["unresolved", "NameNotResolved"],
  "both.example": ["93.184.216.34", "93.184.216.34"],
  "none.example": ["unresolved", "NameNotResolved"],
};

describe("the policy as in production, in a network namespace with public addresses", () => {
  it("reaches the public site by name and literal, and nothing inside", async function () {
    const folder = await mkdtemp(join(tmpdir(), "watchframe-network-"));
    try {
      await writeFile(join(folder, "hosts"), hosts);
      await writeFile(join(folder, "resolv.conf"), "nameserver 127.0.0.1\n");
      const setUp = `mount --bind ${folder}/hosts /etc/hosts && mount --bind ${folder}/resolv.conf /etc/resolv.conf && ip link set lo up &&
        for address in 93.184.216.34 10.0.0.1 169.254.169.254; do ip addr add $address/32 dev lo || exit 1; done`;
      const inside = (command: string) => ["-Urnm", "sh", "-c", `${setUp} && ${command}`, "sh"];
      const possible = await run("unshare", inside("true")).then(
        () => true,
        (error: Error) => (
          console.log(`      no network namespace here: ${error.message.split("\n")[1] ?? error.message}`),
          false
        ),
      );
      if (!possible) this.skip();
      const probe = fileURLToPath(new URL("./publicNetworkProbe.ts", import.meta.url));
      const command = [...inside('exec "$@"'), process.execPath, probe, ...Object.keys(expected)];
      const { stdout } = await run("unshare", command);
      const { outcomes, reached, questions } = JSON.parse(stdout);
      expect(outcomes).to.deep.equal(expected);
      expect(new Set(reached)).to.deep.equal(new Set(["93.184.216.34"]));
      expect(questions).to.be.above(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
