import { expect } from "chai";
import { ApiError } from "#api/http/errors.ts";
import { createWorkQueue } from "#api/http/workQueue.ts";
import { until } from "../support/until.ts";

const never = new AbortController().signal;
const refusal = "pieces wait.";
const order = { share: { path: ["a"], maxWaiting: 10 }, signal: never };

/** Work that ends when the test says so. */
function heldWork(started: string[], name: string) {
  const held = Promise.withResolvers<string>();
  const work = (): Promise<string> => {
    started.push(name);
    return held.promise;
  };
  return { work, end: () => held.resolve(name), fail: () => held.reject(new Error(name)) };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );
}

/** The order in which pieces of work run one at a time; each is named by the path of its client. */
async function orderOf(paths: readonly string[]): Promise<string[]> {
  const queue = createWorkQueue({ atOnce: 1, refusal });
  const started: string[] = [];
  const first = heldWork([], "first");
  const runs = [queue.run(first.work, { ...order, share: { path: ["none"], maxWaiting: 0 } })];
  for (const path of paths) {
    const work = async (): Promise<string> => {
      started.push(path);
      return path;
    };
    runs.push(queue.run(work, { ...order, share: { path: path.split("/"), maxWaiting: 10 } }));
  }
  first.end();
  await Promise.all(runs);
  return started;
}

describe("the work queue", () => {
  it("runs as many as it may at once, in order, also after a failure", async () => {
    const queue = createWorkQueue({ atOnce: 2, refusal });
    const started: string[] = [];
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => heldWork(started, name));
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error("unreachable");
    const runs = [a, b, c, d].map(({ work }) => queue.run(work, order));
    expect(started).to.deep.equal(["a", "b"]);
    const failed = codeOf(runs[1] ?? Promise.resolve());
    b.fail();
    expect(await failed).to.equal("Error: b");
    await until(async () => started.length === 3);
    a.end();
    expect(await runs[0]).to.equal("a");
    await until(async () => started.length === 4);
    expect(started).to.deep.equal(["a", "b", "c", "d"]);
    c.end();
    d.end();
    expect([await runs[2], await runs[3]]).to.deep.equal(["c", "d"]);
    expect(await queue.run(async () => "free again", order)).to.equal("free again");
  });

  it("refuses work beyond a client's share, and work of a client that has disconnected", async () => {
    const queue = createWorkQueue({ atOnce: 1, refusal });
    const share = { path: ["a", "key"], maxWaiting: 2 };
    const started: string[] = [];
    const [first, gone, last] = ["first", "gone", "last"].map((name) => heldWork(started, name));
    if (first === undefined || gone === undefined || last === undefined) throw new Error("unreachable");
    const client = new AbortController();
    const running = queue.run(first.work, { share, signal: never });
    const waiting = codeOf(queue.run(gone.work, { share, signal: client.signal }));
    const waitingToo = queue.run(last.work, { share, signal: never });
    expect(await codeOf(queue.run(async () => "late", { share, signal: never }))).to.equal("unavailable");
    const other = queue.run(async () => "other", { share: { path: ["a", "address"], maxWaiting: 2 }, signal: never });
    client.abort();
    expect(await waiting).to.equal("unavailable");
    const aborted = { share, signal: AbortSignal.abort() };
    expect(await codeOf(queue.run(async () => "aborted", aborted))).to.equal("unavailable");
    first.end();
    last.end();
    expect([await running, await waitingToo, await other]).to.deep.equal(["first", "last", "other"]);
    expect(started).to.deep.equal(["first", "last"]);
  });

  it("lets clients take turns", async () => {
    expect(await orderOf(["a", "a", "a", "b", "b", "c"])).to.deep.equal(["a", "b", "c", "a", "b", "a"]);
  });

  it("lets accounts take turns however many clients each has, and then the clients of each", async () => {
    const many = ["a/address/1", "a/address/1", "a/address/2", "a/address/3", "a/key", "b/key", "b/key"];
    expect(await orderOf(many)).to.deep.equal([
      "a/address/1",
      "b/key",
      "a/key",
      "b/key",
      "a/address/2",
      "a/address/3",
      "a/address/1",
    ]);
  });
});
