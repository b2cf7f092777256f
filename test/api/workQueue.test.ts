import { expect } from "chai";
import { ApiError } from "#api/http/errors.ts";
import { createWorkQueue } from "#api/pictures/workQueue.ts";
import { until } from "../support/until.ts";

const never = new AbortController().signal;

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

describe("the work queue", () => {
  it("runs as many as it may at once, in order, also after a failure", async () => {
    const queue = createWorkQueue({ atOnce: 2, maxWaiting: 10 });
    const started: string[] = [];
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => heldWork(started, name));
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error("unreachable");
    const runs = [a, b, c, d].map(({ work }) => queue.run(work, never));
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
    expect(await queue.run(async () => "free again", never)).to.equal("free again");
  });

  it("refuses work beyond its limit, and work of a client that has disconnected", async () => {
    const queue = createWorkQueue({ atOnce: 1, maxWaiting: 2 });
    const started: string[] = [];
    const [first, gone, last] = ["first", "gone", "last"].map((name) => heldWork(started, name));
    if (first === undefined || gone === undefined || last === undefined) throw new Error("unreachable");
    const client = new AbortController();
    const running = queue.run(first.work, never);
    const waiting = codeOf(queue.run(gone.work, client.signal));
    const waitingToo = queue.run(last.work, never);
    expect(await codeOf(queue.run(async () => "late", never))).to.equal("unavailable");
    client.abort();
    expect(await waiting).to.equal("unavailable");
    expect(await codeOf(queue.run(async () => "aborted", AbortSignal.abort()))).to.equal("unavailable");
    first.end();
    last.end();
    expect([await running, await waitingToo]).to.deep.equal(["first", "last"]);
    expect(started).to.deep.equal(["first", "last"]);
  });
});
