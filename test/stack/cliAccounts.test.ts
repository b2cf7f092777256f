import { expect } from "chai";
import { createAccount, listKeys } from "#data/accounts.ts";
import { openDatabase } from "#data/mongo.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { testApi } from "../api/support/testApi.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { until } from "../support/until.ts";
import { cli, useDatabase } from "./support/cli.ts";

describe("the command line: accounts", function () {
  this.timeout(60_000);
  const env = useDatabase();

  it("creates an account and lists it", async () => {
    const created = await cli(["accounts", "create", "--email", "cli@example.com", "--plan", "pro"], env);
    expect(created.code, created.output).to.equal(0);
    const id = /account (\S+) for cli@example.com, plan pro/.exec(created.output)?.[1] ?? "";
    expect((await cli(["accounts", "list"], env)).output).to.match(new RegExp(`${id}  cli@example.com  pro`));
  });

  it("names the other accounts with a new account's address", async () => {
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

  it("changes an account's plan, and the API applies it within seconds", async () => {
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

  it("reports an unknown account", async () => {
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
});

describe("the command line: keys and credits", function () {
  this.timeout(60_000);
  const env = useDatabase();

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

  it("sets an account's credits to the sum of its ledger, and reports the correction", async () => {
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

  it("lists the keys of the ring that documents still need", async () => {
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
});
