import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { createAccount, listKeys } from "#data/accounts.ts";
import { openDatabase } from "#data/mongo.ts";
import { suppressAddress } from "#data/recipients.ts";
import { runCli } from "#stack/commands/runCli.ts";
import { writePrivateJson } from "#stack/home.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { testApi } from "../api/support/testApi.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

const script = path.join(import.meta.dirname, "..", "..", "stack", "cli.ts");

type Result = { code: number | null; output: string };

/** Runs the command line in this process, which is much faster than a process each time. */
async function cli(args: string[], env: Record<string, string>): Promise<Result> {
  const result = await runCli(args, { ...minimalEnvironment(), ...env });
  return { code: result.code, output: result.text };
}

/** Runs the command line as its users do. */
async function cliProcess(args: string[], env: Record<string, string>): Promise<Result & { printed: string }> {
  const child = spawn(process.execPath, [script, ...args], { env: { ...minimalEnvironment(), ...env } });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output: `${printed}${errors}`, printed };
}

describe("the command line", function () {
  this.timeout(60_000);
  let env: { WATCHFRAME_MONGO_URL: string };

  before(async () => {
    env = { WATCHFRAME_MONGO_URL: (await servers()).info.mongoUrl };
  });

  it("creates an account and lists it", async () => {
    const created = await cli(["accounts", "create", "--email", "cli@example.com", "--plan", "pro"], env);
    expect(created.code, created.output).to.equal(0);
    const id = /account (\S+) for cli@example.com, plan pro/.exec(created.output)?.[1] ?? "";
    expect((await cli(["accounts", "list"], env)).output).to.match(new RegExp(`${id}  cli@example.com  pro`));
  });

  it("says of a new account which others have its address", async () => {
    const create = async (email: string) => {
      const { output } = await cli(["accounts", "create", "--email", email], env);
      return { id: /account (\S+) for/.exec(output)?.[1] ?? "", output };
    };
    const first = await create("twice@example.com");
    expect(first.output).not.to.include("another account");
    const second = await create("Twice@example.com");
    expect(second.output).to.include(`this address has another account: ${first.id}\n`);
    expect((await cli(["accounts", "list"], env)).output)
      .to.include(first.id)
      .and.include(second.id);
  });

  it("puts an account on another plan, which the API goes by within seconds", async () => {
    const api = await testApi();
    try {
      const { accountId, client } = await api.account({ plan: "free" });
      const period = new Date().toISOString().slice(0, 7);
      await api.ports.database.accounts.updateOne({ _id: accountId }, { $set: { credits: { period, used: 100 } } });
      const render = () => client.call("POST", "/render", { body: { url: "https://example.com/" } });
      expect((await render()).status).to.equal(402);
      const changed = await cli(["accounts", "plan", accountId, "pro"], env);
      expect(changed).to.deep.equal({
        code: 0,
        output: `account ${accountId} has the plan pro in place of free, noticed within 10 s\n`,
      });
      const usage = await client.call("GET", "/usage");
      expect(usage.json).to.deep.include({ plan: "pro", monitors: { active: 0, limit: 50 } });
      await until(async () => (await render()).status === 202);
      const again = await cli(["accounts", "plan", accountId, "pro"], env);
      expect(again).to.deep.equal({ code: 0, output: `account ${accountId} has the plan pro already\n` });
    } finally {
      await api.close();
    }
  });

  it("lists the accounts with a part in the address, and says when a list is empty", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const { _id } = await createAccount(database, { email: "Needle@filter.example", plan: "free" });
      const { output } = await cli(["accounts", "list", "--email", "needle@FILTER"], env);
      expect(output).to.match(new RegExp(`^${_id}  Needle@filter\\.example  free .*\n$`));
      expect(await cli(["accounts", "list", "--email", "no-such"], env)).to.deep.equal({
        code: 0,
        output: 'No accounts with "no-such" in their address.\n',
      });
      expect((await cli(["keys", "list", "--account", _id], env)).output).to.equal("No keys.\n");
      const empty = { WATCHFRAME_MONGO_URL: env.WATCHFRAME_MONGO_URL.replace(/\w+$/, "empty") };
      const lists: [string[], string][] = [
        [["accounts", "list"], "No accounts.\n"],
        [["hosts", "list"], "No hosts with running pages, waiting work or a back-off.\n"],
        [["suppressions", "list"], "No suppressed addresses.\n"],
      ];
      for (const [args, said] of lists) expect(await cli(args, empty)).to.deep.equal({ code: 0, output: said });
      expect((await cli(["keyring", "used"], empty)).output).to.match(/^No keys in use\.\n/);
    } finally {
      await database.close();
    }
  });

  it("shows an operator a job: where it stands, why it failed, what to do, and its workflow; no secret", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const account = await createAccount(database, { email: "jobs@example.com", plan: "pro" });
      const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 12, 0, second));
      const job = jobRecord({
        accountId: account._id,
        url: "https://shop.example/?token=secret",
        host: "shop.example",
        spec: { headers: "sealed:v1:ring:AAAA" },
        status: "failed",
        stage: "done",
        attempts: 2,
        credits: { charged: 2, refunded: 2 },
        requestId: "request-1",
        createdAt: at(0),
        startedAt: at(1),
        completedAt: at(5),
        error: { code: "navigation_timeout", message: "The page's document did not arrive in time.", retryable: true },
      });
      await database.jobs.insertOne(job);
      const show = ["jobs", "show", job._id];
      const ui = { WATCHFRAME_TEMPORAL_UI_URL: "https://temporal.example/", WATCHFRAME_TEMPORAL_NAMESPACE: "shots" };
      const { code, output } = await cli(show, { ...env, ...ui });
      expect(code, output).to.equal(0);
      for (const line of [
        `job ${job._id}`,
        "  status       failed",
        "  host         shop.example",
        `  account      ${account._id}, jobs@example.com, plan pro`,
        "  attempts     2",
        "  credits      2 charged, 2 refunded",
        "  started      2026-01-01T12:00:01.000Z, 1000 ms after it was accepted",
        "  ended        2026-01-01T12:00:05.000Z, after 4000 ms",
        "  error        navigation_timeout: The page's document did not arrive in time.",
        `  remedy       Reset the workflow, or let the customer call POST /retry/${job._id}.`,
        `  workflow     render:${job._id}:2 (Temporal keeps its history for 3 days after its end)`,
        `  Temporal UI  https://temporal.example/namespaces/shots/workflows/render%3A${job._id}%3A2`,
        "  request      request-1, the requestId of its log lines",
      ])
        expect(output.split("\n")).to.include(line);
      expect(output).to.not.include("secret").and.not.include("sealed");
      expect((await cli(show, env)).output).to.not.include("Temporal UI");
      expect(await cli(["jobs", "show", "none"], env)).to.deep.equal({ code: 1, output: "there is no job none\n" });
    } finally {
      await database.close();
    }
  });

  it("says that there is no such account", async () => {
    const commands = [
      ["accounts", "plan", "unknown", "pro"],
      ["accounts", "pause", "unknown"],
      ["accounts", "resume", "unknown"],
      ["keys", "list", "--account", "unknown"],
    ];
    for (const args of commands)
      expect(await cli(args, env), args.join(" ")).to.deep.equal({
        code: 1,
        output: "there is no account unknown\n",
      });
  });

  it("lists hosts with running or waiting pages, and hosts that are backed off", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const now = new Date();
      const later = new Date(now.getTime() + 60_000);
      const waiter = { workflowId: "render:2", priority: 3, since: now };
      await database.slotLeases.insertOne({
        _id: "host:busy.example",
        leases: { "job-1": later },
        count: 1,
        hasWaiters: true,
        usedAt: now,
      });
      await database.waitQueues.insertOne({
        _id: "host:busy.example",
        waiters: { "job-2": { ...waiter, accountId: "a" }, "job-3": { ...waiter, accountId: "b" } },
        count: 2,
        served: {},
        usedAt: now,
      });
      await database.hostThrottles.insertMany([
        { _id: "cross.example", nextStartAt: now, claimedBy: null, backedOffUntil: later, refusals: 3 },
        { _id: "quiet.example", nextStartAt: now, claimedBy: null, backedOffUntil: new Date(0), refusals: 0 },
      ]);
      const { code, output } = await cli(["hosts", "list"], env);
      expect(code, output).to.equal(0);
      const lines = output.split("\n");
      expect(lines).to.include("busy.example  1 running job-1  2 waiting, of 2 accounts");
      const left = `backed off until ${later.toISOString()}`;
      expect(lines).to.include(`cross.example  0 running  ${left}  answered 3 times in a row with 429 or 503`);
      expect(output).not.to.include("quiet.example");
    } finally {
      await database.slotLeases.deleteOne({ _id: "host:busy.example" });
      await database.waitQueues.deleteOne({ _id: "host:busy.example" });
      await database.close();
    }
  });

  it("creates a key that is stored as its hash only, lists it without it, and revokes it", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const account = await createAccount(database, { email: "keys@example.com", plan: "free" });
      const args = ["keys", "create", "--account", account._id, "--name", "ci", "--scopes", "read", "--expires", "30d"];
      const created = await cli(args, env);
      const key = /wf_live_\w+/.exec(created.output)?.[0] ?? "";
      const [record] = await listKeys(database, account._id);
      expect(record).to.deep.include({ _id: hashApiKey(key), name: "ci", scopes: ["read"] });
      const listed = await cli(["keys", "list", "--account", account._id], env);
      expect(listed.output).to.include(record?.keyId).and.not.include(key);
      expect(await cli(["keys", "revoke", record?.keyId ?? ""], env)).to.include({ code: 0 });
      expect((await listKeys(database, account._id))[0]?.revokedAt).to.be.instanceOf(Date);
    } finally {
      await database.close();
    }
  });

  it("lists the addresses that are written to no more, masked, and lifts one", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const suppression = { addressHash: "hash-of-the-test", emailMasked: "c***@e***.com", at: new Date() };
      await suppressAddress(database, { ...suppression, reason: "bounce" });
      expect((await cli(["suppressions", "list"], env)).output).to.match(
        /^hash-of-the-test {2}c\*{3}@e\*{3}\.com {2}bounce /m,
      );
      expect(await cli(["suppressions", "lift", suppression.addressHash], env)).to.include({ code: 0 });
      expect(await database.suppressions.findOne({ _id: suppression.addressHash })).to.equal(null);
      expect(await cli(["suppressions", "lift", suppression.addressHash], env)).to.include({ code: 1 });
      expect((await cli(["suppressions", "lift"], env)).output).to.include(
        "an address hash (`suppressions list` shows it) is needed",
      );
    } finally {
      await database.close();
    }
  });

  it("sets an account's credits to what its ledger says, and says so", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const { _id } = await createAccount(database, { email: "credits@example.com", plan: "free" });
      await database.accounts.updateOne({ _id }, { $set: { "credits.used": 7 } });
      const rebuild = ["credits", "rebuild", "--account", _id];
      const period = new Date().toISOString().slice(0, 7);
      expect((await cli(rebuild, env)).output).to.equal(
        `account ${_id}: 7 credits were counted in ${period}, the ledger has 0: corrected\n1 accounts checked, 1 differed\n`,
      );
      expect((await database.accounts.findOne({ _id }))?.credits.used).to.equal(0);
      expect((await cli(rebuild, env)).output).to.equal("1 accounts checked, 0 differed\n");
      expect((await cli(["credits", "rebuild"], env)).output).to.match(/\d+ accounts checked, \d+ differed/);
      expect(await cli(["credits", "rebuild", "--account", "unknown"], env)).to.deep.include({
        code: 1,
        output: "there is no account unknown\n",
      });
    } finally {
      await database.close();
    }
  });

  it("says which keys of the ring documents still need", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    const { _id: accountId } = await createAccount(database, { email: "ring@example.com", plan: "free" });
    const record = jobRecord({
      accountId,
      spec: { headers: "sealed:v1:ring-of-2019:AAAA", cookies: "sealed:v1:ring-of-2019:BBBB" },
    });
    try {
      await database.jobs.insertOne(record);
      expect((await cli(["keyring", "used"], env)).output).to.match(/^ring-of-2019 {2}seals .*: 1 in jobs$/m);
      await database.jobs.deleteOne({ _id: record._id });
      expect((await cli(["keyring", "used"], env)).output).to.not.include("ring-of-2019");
    } finally {
      await database.close();
    }
  });

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
