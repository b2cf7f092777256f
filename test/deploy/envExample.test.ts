import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect } from "chai";
import { Env } from "#schemas/settings/env.ts";

const root = join(import.meta.dirname, "..", "..");
const byNode = parseEnv(readFileSync(join(root, ".env.example"), "utf8"));

describe(".env.example", () => {
  it("is read alike by a shell and by node --env-file", () => {
    const names = Object.keys(byNode);
    const script = `set -eua; . ./.env.example; for name in "$@"; do eval "printf '%s\\n' \\"\\$$name\\""; done`;
    const said = execFileSync("sh", ["-c", script, "sh", ...names], { cwd: root, encoding: "utf8" });
    const byShell = Object.fromEntries(said.split("\n").map((value, index) => [names[index], value]));
    for (const name of names) expect(byShell[name], name).to.equal(byNode[name]);
    expect(byNode["WATCHFRAME_MAIL_FROM"]).to.equal("Watchframe <alerts@example.com>");
  });

  it("names only settings that there are", () => {
    expect(Object.keys(Env.properties)).to.include.members(Object.keys(byNode));
  });
});
