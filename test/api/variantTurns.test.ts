import { expect } from "chai";
import sharp from "sharp";
import { textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import type { Client } from "./support/client.ts";
import { until } from "../support/until.ts";
import { useApi } from "./support/useApi.ts";

/** Large enough that making a variant takes longer than asking for all of them. */
const size = { width: 3_000, height: 2_000 };

/** Widths that the bucket does not store, all different. */
const widths = (count: number): number[] => Array.from({ length: count }, (_, index) => 2_000 + index);

describe("variants of pictures: turns", function () {
  this.timeout(60_000);
  const { api, account } = useApi();

  /** A completed render with a picture: its path by key, and its signed address. */
  async function rendered(client: Client): Promise<{ path: string; signed: string }> {
    const { json } = await client.call("POST", "/render", { body: { url: "https://example.com/" } });
    await api.ports.background.settled();
    const id = textAt(json, "id");
    const background = { r: 9, g: 99, b: 200 };
    const bytes = await sharp({ create: { ...size, channels: 3, background } })
      .png()
      .toBuffer();
    await completeJob(api.ports, id, { screenshot: { contentType: "image/png", bytes } });
    const facts = { width: size.width, height: size.height, format: "png" };
    const set = Object.entries(facts).map(([name, value]) => [`result.outputs.0.${name}`, value]);
    await api.ports.database.jobs.updateOne({ _id: id }, { $set: Object.fromEntries(set) });
    const status = await client.call("GET", `/status/${id}`);
    const signed = textAt(status.json, "job.result.screenshot.url").replace("http://api.test", "");
    return { path: `/jobs/${id}/outputs/screenshot?`, signed: `${signed}&` };
  }

  /** Asks for 102 variants at once. `done` has the statuses of the replies so far. `leave` closes the connections. */
  function flood(address: string, headers: Record<string, string> = {}) {
    const done: number[] = [];
    const client = new AbortController();
    const replies = widths(102).map(async (width) => {
      const { signal } = client;
      const { status } = await fetch(`${api.url}${address}width=${width}&as=avif`, { headers, signal });
      done.push(status);
    });
    const ended = Promise.allSettled(replies);
    const leave = async (): Promise<void> => {
      client.abort();
      await ended;
    };
    const count = (status: number): number => done.filter((given) => given === status).length;
    return { count, leave };
  }

  it("by one signed address hold up no other account, by key and by signed address", async () => {
    const { client: otherClient } = await api.account();
    const [mine, other] = [await rendered(account.client), await rendered(otherClient)];
    const { count, leave } = flood(mine.signed);
    const [byKey, bySignature] = await Promise.all([
      otherClient.call("GET", `${other.path}width=201&as=png`),
      api.anyone.call("GET", `${other.signed}width=202&as=png`),
    ]);
    const madeBefore = count(200);
    expect([byKey.status, bySignature.status]).to.deep.equal([200, 200]);
    expect(madeBefore).to.be.at.most(10);
    await until(async () => count(503) >= 70);
    await leave();
  });

  it("by one signed address hold up the account's own keys for one turn", async () => {
    const { path, signed } = await rendered(account.client);
    const { count, leave } = flood(signed);
    const { status } = await account.client.call("GET", `${path}width=203&as=png`);
    expect([status, count(200) <= 10]).to.deep.equal([200, true]);
    await leave();
  });

  it("of one account's key hold up no other account", async () => {
    const { client: otherClient } = await api.account();
    const [mine, other] = [await rendered(account.client), await rendered(otherClient)];
    const { count, leave } = flood(mine.path, { Authorization: `Bearer ${account.key}` });
    const { status } = await otherClient.call("GET", `${other.path}width=201&as=avif`);
    expect([status, count(200) <= 10]).to.deep.equal([200, true]);
    await leave();
  });
});
