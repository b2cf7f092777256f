import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { writePrivateJson } from "#stack/home.ts";
import { cli, cliProcess, useDatabase } from "./support/cli.ts";

describe("the command line", function () {
  this.timeout(60_000);
  const env = useDatabase();

  it("prints its commands for help, --help and no arguments", async () => {
    for (const args of [["help"], ["--help"], []]) {
      const { code, output } = await cli(args, {});
      expect([code, output.startsWith("usage: npm run cli --")], output).to.deep.equal([0, true]);
    }
  });

  it("as a process, ends with the code, prints results on standard output and errors on standard error", async () => {
    const [list, unknown, wrong] = await Promise.all([
      cliProcess(["accounts", "list"], env),
      cliProcess(["accounts", "plan", "unknown", "pro"], env),
      cliProcess(["accounts", "burn"], env),
    ]);
    expect([list.code, list.printed], list.output).to.deep.equal([0, list.output]);
    expect([unknown.code, unknown.printed, unknown.output]).to.deep.equal([1, "", "there is no account unknown\n"]);
    expect([wrong.code, wrong.printed]).to.deep.equal([2, ""]);
    expect(wrong.output).to.include('unknown command "accounts burn"');
  });

  it("explains a wrong command line and touches nothing", async () => {
    const wrong: [string[], string][] = [
      [["keys", "burn"], 'unknown command "keys burn"'],
      [["keys", "burn"], '"keys" needs create, list or revoke after it'],
      [["accounts"], '"accounts" needs create, list, pause, plan or resume after it'],
      [["constructor"], 'unknown command "constructor"'],
      [["key", "more"], "Unexpected argument 'more'"],
      [["jobs", "show"], "a job id is needed"],
      [["accounts", "create"], "--email must be an e-mail address"],
      [["accounts", "create", "--email", "unknown"], "--email must be an e-mail address"],
      [["accounts", "create", "--email", "a b@"], "--email must be an e-mail address"],
      [["accounts", "plan"], "an account id is needed"],
      [["accounts", "plan", "a"], "a plan (free, starter, pro, business or unlimited) is needed"],
      [
        ["accounts", "plan", "a", "gold"],
        'there is no plan "gold", it must be free, starter, pro, business or unlimited',
      ],
      [["accounts", "create", "--email", "a@example.com", "--plan", "gold"], 'there is no plan "gold"'],
      [["keys", "create"], "--account <id> is needed"],
      [["keys", "create", "--account", "a", "--name", ""], "--name must not be empty"],
      [["keys", "create", "--account", "a", "--name", "n".repeat(101)], "--name must have at most 100 characters"],
      [["keys", "create", "--account", "a", "--scopes", "all"], 'there is no scope "all"'],
      [["keys", "create", "--account", "a", "--expires", "2001-01-01"], "--expires must be a date to come"],
      [["accounts", "list", "--wrong"], "Unknown option '--wrong'"],
    ];
    await Promise.all(
      wrong.map(async ([args, message]) => {
        const { code, output } = await cli(args, { WATCHFRAME_MONGO_URL: "mongodb://127.0.0.1:1/none" });
        expect({ code, said: output.includes(message) }, output).to.deep.equal({ code: 2, said: true });
        expect(output).to.match(/^[^\n]+; all commands: npm run cli -- help\n$/);
      }),
    );
    const { output } = await cli(["accounts", "plan", "a"], {});
    expect(output).to.include("; usage: npm run cli -- accounts plan <account id> <plan>;");
  });

  it("finds the database of the running stack, and says when none is running", async () => {
    const home = await mkdtemp(path.join(tmpdir(), "watchframe-cli-"));
    try {
      const none = await cli(["accounts", "list"], { WATCHFRAME_HOME: home });
      expect(none).to.include({ code: 1 });
      expect(none.output).to.include(`no stack is running in ${home}`);
      expect(await cli(["key"], { WATCHFRAME_HOME: home })).to.deep.equal({
        code: 1,
        output: `no stack is running in ${home}: start one (npm start)\n`,
      });
      writePrivateJson(path.join(home, "stack.json"), {
        apiUrl: "http://127.0.0.1:1",
        apiKey: "wf_live_first",
        mongoUrl: env.WATCHFRAME_MONGO_URL,
        temporalUiUrl: "http://127.0.0.1:2/namespaces/watchframe/workflows",
      });
      expect(await cli(["accounts", "list"], { WATCHFRAME_HOME: home })).to.include({ code: 0 });
      expect(await cli(["key"], { WATCHFRAME_HOME: home })).to.deep.equal({ code: 0, output: "wf_live_first\n" });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
