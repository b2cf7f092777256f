import { expect } from "chai";
import { until } from "../support/until.ts";
import { at } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import type { TestAccount, TestApi } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const body = { url: "https://example.com/" };
const picture = { screenshot: { contentType: "image/jpeg", bytes: Buffer.from("picture") } };

describe("synchronous calls at once", () => {
  let clock: Date;
  before(() => {
    clock = new Date();
  });
  const { api } = useApi({ now: () => clock });
  /** Stands for a second process: it shares nothing but the database. */
  const { api: other } = useApi({ now: () => clock });

  const shoot = ({ url }: TestApi, { key }: TestAccount) =>
    fetch(`${url}/render/screenshot`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const waiting = ({ accountId }: TestAccount, count: number) =>
    until(async () => {
      const jobs = await api.ports.database.jobs.find({ accountId }).toArray();
      return jobs.length === count ? jobs : null;
    });

  it("number at most the plan's concurrency over all processes; more are 429 and cost nothing", async () => {
    const account = await api.account({ plan: "free" });
    const calls = [shoot(api, account), shoot(other, account)];
    const jobs = await waiting(account, 2);
    for (const { url } of [api, other]) {
      const refused = await fetch(`${url}/render/screenshot?url=https://example.com/`, {
        headers: { Authorization: `Bearer ${account.key}` },
      });
      const json: unknown = await refused.json();
      expect([refused.status, at(json, "error"), refused.headers.get("retry-after")]).to.deep.equal([
        429,
        "too_many_at_once",
        "1",
      ]);
    }
    const { accountId } = account;
    expect(await api.ports.database.ledger.countDocuments({ accountId })).to.equal(2);
    // A render without a waiting caller is not refused.
    expect((await account.client.call("POST", "/render", { body })).status).to.equal(202);
    for (const { _id } of jobs) {
      await completeJob(api.ports, _id, picture);
      for (const { orchestrator } of [api, other]) orchestrator.end(_id);
    }
    for (const call of calls) expect((await call).status).to.equal(200);
    await Promise.all([api.ports.background.settled(), other.ports.background.settled()]);
    expect((await api.ports.database.slotLeases.findOne({ _id: `calls:${accountId}` }))?.leases).to.deep.equal({});
  });

  it("stay within the limit when many arrive at the same time", async () => {
    const account = await api.account({ plan: "starter" });
    const calls = Array.from({ length: 16 }, (_, place) => shoot(place % 2 === 0 ? api : other, account));
    const jobs = await waiting(account, 5);
    // Every other call has been refused before the first of these may end.
    let refused = 0;
    for (const call of calls) void call.then(({ status }) => (refused += status === 429 ? 1 : 0));
    await until(async () => refused === 11);
    for (const { _id } of jobs) {
      await completeJob(api.ports, _id, picture);
      for (const { orchestrator } of [api, other]) orchestrator.end(_id);
    }
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).to.have.length(11);
  });

  it("of a dead process are freed when their maximum time is over", async () => {
    const account = await api.account({ plan: "free" });
    const { accountId } = account;
    const until95 = new Date(clock.getTime() + 95_000);
    await api.ports.database.slotLeases.insertOne({
      _id: `calls:${accountId}`,
      leases: { one: until95, two: until95 },
      count: 2,
      hasWaiters: false,
      usedAt: clock,
    });
    expect((await shoot(api, account)).status).to.equal(429);
    clock = new Date(clock.getTime() + 95_001);
    const call = shoot(api, account);
    const [job] = await waiting(account, 1);
    expect(
      Object.keys((await api.ports.database.slotLeases.findOne({ _id: `calls:${accountId}` }))?.leases ?? {}),
    ).to.have.length(1);
    await completeJob(api.ports, job?._id ?? "", picture);
    api.orchestrator.end(job?._id ?? "");
    expect((await call).status).to.equal(200);
  });
});
