import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { useAccountCommands } from "./support/accountCommands.ts";

describe("the values of monitors on the command line", function () {
  this.timeout(120_000);
  const site = useResource(startHeldSite);
  const commands = useAccountCommands({ allow: () => [site.host] });
  before(() => site.release());

  const print = async (...args: string[]) => (await commands.run(["monitor", ...args])).text;
  const json = async <Value>(...args: string[]): Promise<Value> => JSON.parse(await print(...args, "--json"));

  it("prints the values that runs read, and the ones that alerted", async () => {
    site.page = "<!doctype html><title>Prices</title><h1>Lamp</h1><b>€39.00</b>";
    const values = [
      { name: "price", selector: "b", as: "number" },
      { name: "stock", selector: "i" },
    ];
    const flags = values.flatMap((value) => ["--value", JSON.stringify(value)]);
    const { id } = await json<Monitor>("create", site.url, "--status", "paused", "--change-on", "values", ...flags);
    expect((await commands.run(["monitor", "run", id, "--wait"])).text).to.match(/ baseline\n$/);
    await until(async () => (await json<Monitor>("get", id)).baselineRunId);
    site.page = "<!doctype html><title>Prices</title><h1>Lamp</h1><b>€45.00</b>";
    const { code, text } = await commands.run(["monitor", "run", id, "--wait"]);
    expect([code, text.slice(37)]).to.deep.equal([10, "changed, price €39.00 → €45.00\n"]);
    await until(async () => (await json<Monitor>("get", id)).incident);
    expect(await print("change", id)).to.match(/\n {2}price: €45\.00\n {2}stock: \(not_found\)\n$/);
    expect(await print("runs", id)).to.match(/FOUND\n.*price €39\.00 → €45\.00\n.*price €39\.00 → €45\.00\n.*-\n$/);
    expect(await print("values", id)).to.match(
      /VALUES\n\S+ +\S+ +yes +price €45\.00, stock \(not_found\)\n\S+ +\S+ +no +price €39\.00, stock \(not_found\)\n$/,
    );
    const listed = await json<{ values: object }[]>("values", id, "--name", "price", "--limit", "1");
    expect(listed.map((run) => run.values)).to.deep.equal([{ price: { value: 45, text: "€45.00" } }]);
    expect((await commands.run(["monitor", "values", id, "--from", "soon"])).code).to.equal(2);
  });
});
