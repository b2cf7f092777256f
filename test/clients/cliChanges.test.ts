import { expect } from "chai";
import { monitorRequests } from "../api/support/monitorRequests.ts";
import { changeEntry, completeRun, findingsOf, project } from "../api/support/reviewedRuns.ts";
import { useApi } from "../api/support/useApi.ts";
import { useCommandLine } from "./support/commandLine.ts";

describe("the command line: changes", function () {
  this.timeout(60_000);
  const { api, account } = useApi({ accountPerTest: true });
  const monitors = monitorRequests(account);
  const cli = useCommandLine();

  const run = (...args: string[]) =>
    cli.run(["changes", ...args], { env: { WATCHFRAME_URL: api.url, WATCHFRAME_API_KEY: account.key } });
  const listed = async (...args: string[]): Promise<string[]> => {
    const { code, text, stderr } = await run("list", "--jsonl", ...args);
    expect(code, stderr).to.equal(0);
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => {
      const { id }: { id: string } = JSON.parse(line);
      return id;
    });
  };
  const change = async (monitorId: string): Promise<string> => {
    const runId = await completeRun(api.ports.database, monitorId, findingsOf(["€ 39.00", "€ 34.00"]));
    await project(api.ports.database, monitorId, [changeEntry(runId)]);
    return runId;
  };

  it("are listed by state, monitor and tag, with the change in words", async () => {
    const kettle = await monitors.created({ name: "Kettle", tags: ["shop"] });
    const first = await change(kettle);
    const second = await change(await monitors.created({ name: "Lamp" }));
    const { text } = await run();
    expect(text).to.match(/^ID +OPENED +MONITOR +CHANGE/);
    expect(text).to.match(new RegExp(`${first}.*Kettle +€ 39.00 → € 34.00 +unseen`));
    expect(await listed()).to.deep.equal([second, first]);
    expect(await listed("--limit", "1")).to.deep.equal([second]);
    expect(await listed("--monitor", kettle)).to.deep.equal([first]);
    expect(await listed("--tag", "shop")).to.deep.equal([first]);
    expect((await run("seen", first)).text).to.equal(`${first} seen\n`);
    expect(await listed()).to.deep.equal([second]);
    expect(await listed("--state", "seen")).to.deep.equal([first]);
    expect(await listed("--state", "all")).to.deep.equal([second, first]);
  });

  it("are seen together, and unseen again", async () => {
    const monitor = await monitors.created();
    const ids = [await change(monitor), await change(monitor)];
    expect((await run("seen", ...ids)).text).to.equal(ids.map((id) => `${id} seen\n`).join(""));
    expect(await listed()).to.deep.equal([]);
    expect((await run("unseen", ...ids)).text).to.equal(ids.map((id) => `${id} unseen\n`).join(""));
    expect(await listed()).to.have.members(ids);
  });

  it("keep the old baseline with a reason, and take a note", async () => {
    const id = await change(await monitors.created({ baselineMode: "fixed" }));
    const kept = await run("keep", id, "--reason", "A test price", "--json");
    expect(JSON.parse(kept.text), kept.stderr).to.include({ decision: "kept", note: "A test price", state: "seen" });
    const noted = await run("note", id, "It was the sale");
    expect(noted.text)
      .to.match(/^note +It was the sale$/m)
      .and.match(/^state +kept$/m);
    expect((await run("note", id, "")).text).not.to.match(/^note/m);
  });

  it("end with 4 for an unknown change, and with 2 for a keep with a rolling baseline", async () => {
    const unknown = await run("seen", "0192f0c1-7d3a-7000-8000-2a9c5e1f0b64");
    expect([unknown.code, unknown.text]).to.deep.equal([4, ""]);
    const rolling = await run("keep", await change(await monitors.created()));
    expect([rolling.code, rolling.text]).to.deep.equal([rolling.code, ""]);
    expect(rolling.code).to.be.oneOf([1, 2]);
    expect(rolling.stderr).to.match(/^watchframe: /);
  });
});
