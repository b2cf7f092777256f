import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { useAccountCommands } from "./support/accountCommands.ts";

type Imported = { action: string; name: string; url?: string };

describe("the import of a list", function () {
  this.timeout(120_000);
  const commands = useAccountCommands();

  it("creates nothing twice for addresses with a port, and reads names as the console does", async () => {
    const run = (args: string[], input?: string) => commands.run(["monitor", ...args], input);
    const importFrom = async (input: string): Promise<Imported[]> =>
      JSON.parse((await run(["import", "-", "--paused", "--json"], input)).text);
    const listed = async (): Promise<Monitor[]> => JSON.parse((await run(["list", "--json"])).text);
    const list = "http://127.0.0.1:9964/a/3, Third page\nhttps://lamps.example:8443/b\nlamps.example/c\tLast\n";
    expect((await importFrom(list)).map(({ action, name, url }) => [action, name, url])).to.deep.equal([
      ["failed", "Third page", "http://127.0.0.1:9964/a/3"],
      ["created", "lamps.example:8443/b", "https://lamps.example:8443/b"],
      ["created", "Last", "https://lamps.example/c"],
    ]);
    expect((await listed()).map(({ host }) => host)).to.deep.equal(["lamps.example", "lamps.example:8443"]);
    expect((await importFrom(list)).map(({ action }) => action)).to.deep.equal(["failed", "skipped", "skipped"]);
    expect(await listed()).to.have.lengthOf(2);
    const exported = await run(["export", "--format", "urls"]);
    expect(exported.text).to.equal("https://lamps.example/, Last\nhttps://lamps.example:8443/, lamps.example:8443/b\n");
  });
});
