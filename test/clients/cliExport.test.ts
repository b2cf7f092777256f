import path from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { expect } from "chai";
import { parseAllDocuments } from "yaml";
import { useAccountCommands } from "./support/accountCommands.ts";

/** A page that no browser reaches, as the monitors are paused. */
const page = "https://lamps.example";

describe("the export of monitors", function () {
  this.timeout(120_000);
  const commands = useAccountCommands();

  const run = (args: string[], input?: string | Buffer) => commands.run(["monitor", ...args], input);
  const importFrom = async (input: string | Buffer, ...args: string[]): Promise<{ action: string; name: string }[]> =>
    JSON.parse((await run(["import", "-", "--paused", "--json", ...args], input)).text);

  it("writes each format that an import reads, and says that addresses are missing", async () => {
    await importFrom(`${page}/a First\n${page}/b Second\n`, "--interval", "45", "--tag", "shop");
    const output = path.join(commands.folder(), "monitors.json");
    const saved = await run(["export", "-o", output]);
    expect(saved.stderr).to.include("does not show 2 addresses whole");
    const file = JSON.parse(await readFile(output, "utf8"));
    expect(file.monitors[1]).to.deep.include({ name: "First", host: "lamps.example", url: null, intervalMinutes: 45 });
    const incomplete = await run(["import", output]);
    expect([incomplete.code, incomplete.text]).to.deep.equal([5, incomplete.text]);
    expect(incomplete.text).to.include("fill in `url`");
    const filled = file.monitors.map((monitor: object) => ({ ...monitor, url: `${page}/other` }));
    await writeFile(output, JSON.stringify({ monitors: filled }));
    expect((await importFrom(await readFile(output))).map(({ action }) => action)).to.deep.equal([
      "skipped",
      "skipped",
    ]);
    for (const format of ["urls", "changedetection", "urlwatch", "backstop"]) {
      const { text, code } = await run(["export", "--format", format]);
      expect(code).to.equal(0);
      const back = await importFrom(text);
      expect(
        back.map(({ action, name }) => [action, name]),
        format,
      ).to.have.deep.members([
        ["skipped", "First"],
        ["skipped", "Second"],
      ]);
    }
    const [, job] = parseAllDocuments((await run(["export", "--format", "urlwatch"])).text);
    expect(job?.toJS()).to.deep.include({ name: "First", navigate: `${page}/` });
  });

  it("writes every shown setting, which an import takes, and the address if the account shows it", async () => {
    await importFrom(`${page}/whole Whole\n`, "--interval", "45");
    const flags = ["--digest", "daily", "--recovery", "--quiet-hours", "22:00-07:00", "--threshold", "0.2"];
    await run(["update", "Whole", ...flags, "--ignore-default", "capture.theme", "--baseline", "fixed"]);
    const shownAs = (addresses: string) =>
      commands.run(["api", "PATCH", "/account", "-d", JSON.stringify({ addresses })]);
    await shownAs("full");
    const saved = await run(["export"]);
    await shownAs("host");
    const [exported] = JSON.parse(saved.text).monitors;
    expect(saved.stderr).not.to.include("addresses");
    expect(exported).to.deep.include({ url: `${page}/whole`, changeThreshold: 0.2, baselineMode: "fixed" });
    expect(exported.ignoreDefaults).to.deep.equal(["capture.theme"]);
    const quietHours = { from: "22:00", to: "07:00" };
    expect(exported.alerts).to.deep.include({ digest: "daily", notifyRecovery: true, quietHours });
    const file = JSON.stringify({ monitors: [{ ...exported, name: "Again" }] });
    expect((await importFrom(file)).map(({ action }) => action)).to.deep.equal(["created"]);
    const again = JSON.parse((await run(["get", "Again", "--json"])).text);
    expect(again.alerts).to.deep.equal(JSON.parse((await run(["get", "Whole", "--json"])).text).alerts);
  });
});
