import { expect } from "chai";
import { at, textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import type { TestAccount } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const body = { url: "https://example.com/" };

/** An API with a clock that the tests set. */
function useClock() {
  let clock: Date;
  before(() => {
    clock = new Date();
  });
  const { api } = useApi({ now: () => clock });
  const set = ({ accountId }: TestAccount, credits: { period: string; used: number }) =>
    api.ports.database.accounts.updateOne({ _id: accountId }, { $set: { credits } });
  const creditsOf = async ({ accountId }: TestAccount) =>
    (await api.ports.database.accounts.findOne({ _id: accountId }))?.credits;
  const period = () => clock.toISOString().slice(0, 7);
  return {
    get clock() {
      return clock;
    },
    api,
    set,
    creditsOf,
    period,
  };
}

describe("credits that run out", () => {
  const clocked = useClock();
  const { api, set, creditsOf, period } = clocked;

  it("that run out cause 402, and nothing is charged, stored or started", async () => {
    const account = await api.account({ plan: "free" });
    await set(account, { period: period(), used: 99 });
    const last = await account.client.call("POST", "/render", { body });
    expect([last.status, last.headers.get("x-credits-remaining")]).to.deep.equal([202, "0"]);
    await api.ports.background.settled();
    const started = api.orchestrator.started.length;
    const refused = await account.client.call("POST", "/render", { body });
    expect([refused.status, at(refused.json, "error"), at(refused.json, "type")]).to.deep.equal([
      402,
      "insufficient_credits",
      "payment_required",
    ]);
    const end = new Date(Date.UTC(clocked.clock.getUTCFullYear(), clocked.clock.getUTCMonth() + 1)).toISOString();
    expect(at(refused.json, "message")).to.equal(
      `This needs 1 credit, and 0 are left until ${end}, when the next period begins.`,
    );
    const said = ["charged", "refunded", "remaining"].map((name) => refused.headers.get(`x-credits-${name}`));
    expect(said).to.deep.equal(["0", "0", "0"]);
    const { accountId } = account;
    expect(await api.ports.database.jobs.countDocuments({ accountId })).to.equal(1);
    expect(await api.ports.database.ledger.countDocuments({ accountId })).to.equal(1);
    expect(await creditsOf(account)).to.deep.equal({ period: period(), used: 100 });
    expect(api.orchestrator.started).to.have.length(started);
  });

  it("are not overdrawn by requests at once", async () => {
    const account = await api.account({ plan: "free" });
    await set(account, { period: period(), used: 95 });
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => account.client.call("POST", "/render", { body })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([
      202, 202, 202, 202, 202, 402, 402, 402, 402, 402, 402, 402,
    ]);
    expect(await creditsOf(account)).to.deep.equal({ period: period(), used: 100 });
  });

  it("a render that costs more than is left is refused, one that costs less is not", async () => {
    const account = await api.account({ plan: "free" });
    await set(account, { period: period(), used: 99 });
    const two = { ...body, screenshot: true, extractMarkdown: true };
    const refused = await account.client.call("POST", "/render", { body: two });
    expect([refused.status, refused.headers.get("x-credits-remaining")]).to.deep.equal([402, "1"]);
    const batch = { body: { urls: ["https://example.com/", "https://example.org/"] } };
    const none = await account.client.call("POST", "/render/smart-batch", batch);
    expect([none.status, none.headers.get("x-credits-remaining")]).to.deep.equal([402, "1"]);
    expect((await account.client.call("POST", "/render", { body })).status).to.equal(202);
  });

  it("metadata alone is free, even with none left", async () => {
    const account = await api.account({ plan: "free" });
    await set(account, { period: period(), used: 100 });
    const { status, headers } = await account.client.call("POST", "/render", { body: { ...body, screenshot: false } });
    expect([status, headers.get("x-credits-charged"), headers.get("x-credits-remaining")]).to.deep.equal([
      202,
      "0",
      "0",
    ]);
  });

  it("beyond the limit, as after a change of plan, do not block free requests", async () => {
    const account = await api.account({ plan: "free" });
    const { client } = account;
    const free = { ...body, screenshot: false };
    const failed = textAt((await client.call("POST", "/render", { body: free })).json, "id");
    const rendered = textAt((await client.call("POST", "/render", { body })).json, "id");
    await api.ports.background.settled();
    await failJob(api.ports, failed, { code: "connection_failed", message: "It is away.", retryable: true });
    await completeJob(api.ports, rendered, {
      screenshot: { contentType: "image/jpeg", bytes: Buffer.from("picture") },
    });
    api.orchestrator.end(failed);
    await set(account, { period: period(), used: 500 });

    const asked: [path: string, body: object | undefined, status: number][] = [
      ["/render", free, 202],
      ["/render", { ...body, cache: true }, 202],
      ["/render/smart-batch", { urls: [body.url], screenshot: false }, 200],
      ["/crawl", free, 202],
      [`/retry/${failed}`, undefined, 202],
    ];
    for (const [path, given, status] of asked) {
      const reply = await client.call("POST", path, given === undefined ? {} : { body: given });
      expect(reply.status, `${path} ${JSON.stringify(reply.json)}`).to.equal(status);
      expect(reply.headers.get("x-credits-remaining"), path).to.equal("0");
    }
    for (const path of ["/render", "/crawl"]) {
      const { status, json } = await client.call("POST", path, { body: { ...body, screenshot: true } });
      expect([status, at(json, "error")], path).to.deep.equal([402, "insufficient_credits"]);
      expect(at(json, "message")).to.match(/^This needs 1 credit, and 0 are left until /);
    }
    expect(await creditsOf(account)).to.deep.equal({ period: period(), used: 500 });
  });
});

describe("credits of a month", () => {
  const { api, set, creditsOf, period } = useClock();

  it("are reset once per calendar month, also when calls arrive at the same time", async () => {
    const account = await api.account({ plan: "free" });
    await set(account, { period: "2020-01", used: 100 });
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => account.client.call("POST", "/render", { body })),
    );
    expect(replies.map(({ status }) => status)).to.deep.equal([202, 202, 202, 202, 202]);
    expect(await creditsOf(account)).to.deep.equal({ period: period(), used: 5 });
  });

  it("count in a month that another process's clock has begun", async () => {
    const account = await api.account({ plan: "free" });
    await set(account, { period: "9999-12", used: 3 });
    expect((await account.client.call("POST", "/render", { body })).status).to.equal(202);
    expect(await creditsOf(account)).to.deep.equal({ period: "9999-12", used: 4 });
  });

  it("are counted without a limit on the unlimited plan", async () => {
    const account = await api.account();
    for (let callNumber = 0; callNumber < 3; callNumber += 1) await account.client.call("POST", "/render", { body });
    expect(await creditsOf(account)).to.deep.equal({ period: period(), used: 3 });
    expect(await api.ports.database.ledger.countDocuments({ accountId: account.accountId })).to.equal(3);
  });
});
