import { expect } from "chai";
import { at } from "../api/support/fields.ts";
import { useApi } from "../api/support/useApi.ts";
import { useCommandLine } from "./support/commandLine.ts";

describe("the command line: the price of a monitor", function () {
  this.timeout(60_000);
  const { api, account } = useApi();
  const cli = useCommandLine();
  const create = (...flags: string[]) =>
    cli.run(["monitor", "create", "https://example.com/shop", ...flags], {
      env: { WATCHFRAME_URL: api.url, WATCHFRAME_API_KEY: account.key },
    });
  const total = async () => at((await account.client.call("GET", "/render/monitors")).json, "total");

  it("is said before anything is created, and when it is", async () => {
    const planned = await create("--interval", "60", "--dry-run");
    expect(planned.code, planned.stderr).to.equal(0);
    expect(planned.stderr).to.include("It takes about 1,440 credits a month, 2 a run.");
    expect(await total()).to.equal(0);
    const made = await create("--interval", "60", "--regions", "--json");
    expect(made.stderr).to.include("credits a month, 4 a run.");
    expect(JSON.parse(made.text)).to.include({ intervalMinutes: 60 });
    expect((await create("--quiet")).stderr).to.equal("");
    expect(await total()).to.equal(2);
  });
});
