import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startSignInSite } from "../support/signInSite.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { useCommandLine } from "./support/commandLine.ts";

describe("the command line: sign-ins, secrets, proxies and alert targets", function () {
  this.timeout(120_000);
  const site = useResource(() => startSignInSite());
  const pipeline = usePipeline({ allow: () => site.allow });
  const cli = useCommandLine();
  let env: Record<string, string>;

  beforeEach(async () => {
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    env = { WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
  });
  const file = async (name: string, content: unknown) => {
    await writeFile(path.join(cli.cwd, name), typeof content === "string" ? content : JSON.stringify(content));
    return name;
  };
  const run = async (...args: string[]) => {
    const done = await cli.run(args, { env });
    expect(done.text + done.stderr).to.not.include("CANARY");
    return done;
  };
  const json = async (...args: string[]) => {
    const { code, text, stderr } = await run(...args, "--json");
    expect(code, stderr + text).to.equal(0);
    return JSON.parse(text);
  };

  it("stores a secret from a file, lists it without its value, and deletes it", async () => {
    expect((await json("secrets", "store", "pass", await file("pass.txt", "CANARY-1\n"))).name).to.equal("pass");
    const { text } = await run("secrets", "list");
    expect(text).to.match(/^NAME +USED +CHANGED\npass +0 /);
    await json("secrets", "delete", "pass");
    expect(await json("secrets", "list")).to.deep.equal([]);
    const missing = await run("secrets", "delete", "pass");
    expect(missing.code).to.equal(4);
  });

  it("makes a sign-in from a file, renews, changes and deletes it by its name", async () => {
    await json("secrets", "store", "password", await file("pass.txt", site.password));
    const fields = {
      steps: [
        { fill: { target: { label: "Name" }, value: "ann" } },
        { fill: { target: { label: "Password" }, value: "{{secret:password}}" } },
        { click: { target: { role: "button", name: "Log in" } } },
      ],
      signedIn: { text: "Account of" },
    };
    const made = await json(
      "sign-ins",
      "create",
      "shop",
      `${site.url}/login`,
      "--file",
      await file("shop.json", fields),
    );
    expect(made).to.include({ name: "shop", status: "pending" });
    const status = async () => (await json("sign-ins", "get", "shop")).status;
    await until(async () => (await status()) !== "pending");
    const { text } = await run("sign-ins", "list");
    expect(text)
      .to.include("shop")
      .and.match(/^ID +NAME +HOST +STATUS +RENEWED/);
    const changed = await json("sign-ins", "update", "shop", "--file", await file("more.json", { renewAfter: 60 }));
    expect(changed.renewAfter).to.equal(60);
    expect((await json("sign-ins", "renew", made.id)).name).to.equal("shop");
    await json("sign-ins", "delete", "shop");
    const gone = await run("sign-ins", "get", "shop");
    expect([gone.code, gone.stderr]).to.deep.equal([
      4,
      'watchframe: No sign-in has the id or the name "shop". See `watchframe sign-ins list`.\n',
    ]);
  });

  it("says what is missing in the file of a sign-in", async () => {
    const empty = await run("sign-ins", "create", "shop", `${site.url}/login`, "--file", await file("e.json", {}));
    expect([empty.code, empty.stderr]).to.deep.equal([2, empty.stderr]);
    expect(empty.stderr).to.include("steps");
    const none = await run("sign-ins", "create", "shop", `${site.url}/login`);
    expect(none.code).to.equal(2);
  });

  it("stores a proxy whose password no output has, and deletes it", async () => {
    const address = "socks5://ann:CANARY@proxy.example.com:1080";
    const made = await json("proxies", "create", "office", await file("proxy.txt", address), "--country", "DE");
    expect(made).to.include({ name: "office", host: "proxy.example.com:1080", country: "DE" });
    expect((await run("proxies", "list")).text).to.match(/office +socks5:\/\/proxy\.example\.com:1080 +none/);
    await json("proxies", "delete", "office");
    expect(await json("proxies", "list")).to.deep.equal([]);
  });

  it("sets defaults of all monitors and of a tag from a file, which monitors inherit, and removes them", async () => {
    await json("defaults", "set", "--file", await file("all.json", { changeThreshold: 0.02 }));
    await json("defaults", "set", "--tag", "shop", "--file", await file("shop.json", { changeThreshold: 0.01 }));
    expect((await run("defaults", "list")).text).to.match(/all monitors .*0\.02.*\ntag shop .*0\.01/);
    const wrong = await run("defaults", "set", "--file", await file("wrong.json", { changeThreshold: 2 }));
    expect([wrong.code, wrong.stderr.includes("changeThreshold")]).to.deep.equal([2, true]);
    await json("defaults", "delete", "--tag", "shop");
    await json("defaults", "delete");
    expect(await json("defaults", "list")).to.deep.equal([]);
  });

  it("makes a target of channels from a file, and changes it", async () => {
    const fields = { channels: [{ type: "ntfy", url: "https://ntfy.sh/CANARY-topic" }], tags: ["shop"] };
    await json("targets", "create", "team", "--file", await file("team.json", fields));
    expect((await run("targets", "list")).text).to.match(/team +ntfy +0 +shop/);
    const changed = await json("targets", "update", "team", "--file", await file("all.json", { allMonitors: true }));
    expect(changed.allMonitors).to.equal(true);
    const wording = await file("wording.json", { template: { title: "{{monitor.name}}: {{value.new}}" } });
    expect((await run("targets", "preview", "--file", wording)).text).to.match(/^Kettle: € 34\.00\n\nThe page differs/);
    await json("targets", "update", "team", "--file", wording);
    expect((await run("targets", "get", "team")).text).to.match(/^title +\{\{monitor\.name\}\}: \{\{value\.new\}\}$/m);
    const wrong = await file("wrong.json", { template: { title: "{{monitor.nam}}" } });
    const refused = await run("targets", "update", "team", "--file", wrong);
    expect(refused.code).to.not.equal(0);
    expect(refused.stderr).to.include("monitor.nam").and.include("monitor.name");
    await json("targets", "delete", "team");
  });
});
