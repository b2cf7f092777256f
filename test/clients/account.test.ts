import { expect } from "chai";
import { Watchframe } from "#clients/typescript/src/index.ts";
import { failJob } from "../api/support/finishJob.ts";
import { useApi } from "../api/support/useApi.ts";

describe("the client's calls about an account", function () {
  this.timeout(60_000);
  const { api, account } = useApi({ accountPerTest: true });
  const client = () => new Watchframe({ apiKey: account.key, baseUrl: api.url });

  it("mute and tag a monitor", async () => {
    const { monitors } = client();
    const { id } = await monitors.create({ name: "Prices", url: "https://example.com/", intervalMinutes: 60 });
    const until = new Date(Date.now() + 3_600_000);
    expect((await monitors.mute(id, until)).mutedUntil).to.equal(until.toISOString());
    expect((await monitors.unmute(id)).mutedUntil).to.equal(null);
    expect((await monitors.setTags(id, ["shop", "eu"])).tags).to.deep.equal(["shop", "eu"]);
    expect((await monitors.list({ tag: "eu" }).take(5)).map((monitor) => monitor.id)).to.deep.equal([id]);
    expect((await monitors.setTags(id, [])).tags).to.deep.equal([]);
  });

  it("retry each failed page of a batch, also one that another call retries first", async () => {
    const wf = client();
    const urls = ["https://a.example/", "https://b.example/", "https://c.example/"];
    const { batch, results } = await wf.batches.create({ urls });
    await api.ports.background.settled();
    const ids = results.flatMap((result) => (result.id === undefined ? [] : [result.id]));
    const error = { code: "connection_failed", message: "It is away.", retryable: true } as const;
    const failed = ids.slice(0, 2);
    for (const id of failed) {
      await failJob(api.ports, id, error);
      api.orchestrator.end(id);
    }
    const [one, two] = await Promise.all([wf.batches.retryFailed(batch), wf.batches.retryFailed(batch)]);
    expect([...one, ...two].map(({ id }) => id).toSorted()).to.deep.equal(failed.toSorted());
    expect((await wf.batches.get(batch)).counts).to.include({ failed: 0 });
    expect(await wf.batches.retryFailed(batch)).to.deep.equal([]);
  });

  it("read the history of the usage and the key of the client", async () => {
    const wf = client();
    await wf.renders.create({ url: "https://example.com/" });
    const current = await wf.keys.current();
    expect(current.id).to.equal(account.keyId);
    const days = await wf.usageHistory();
    expect(days.map(({ keyId, charged }) => [keyId, charged])).to.deep.equal([[account.keyId, 1]]);
    expect(await wf.usageHistory({ period: "2020-01" })).to.deep.equal([]);
  });

  it("log a browser in, list its session and end it", async () => {
    const wf = client();
    const session = await wf.sessions.create({ apiKey: account.key });
    expect(session.keyId).to.equal(account.keyId);
    expect((await wf.sessions.list().take(5)).map(({ id }) => id)).to.deep.equal([session.id]);
    await wf.sessions.end(session.id);
    expect(await wf.sessions.list().take(5)).to.deep.equal([]);
  });
});
