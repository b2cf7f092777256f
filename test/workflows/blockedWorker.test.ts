import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { RenderFailure } from "#activities/failures.ts";
import { noteBlock, readSuspicion } from "#data/blockingWork.ts";
import { type Caller, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { openPages } from "../support/sketches/sketchBrowser.ts";
import { answerWith } from "../support/sketches/visitSite.ts";

/** Milliseconds; longer than the 10 s in which Temporal expects a heartbeat. */
const blockMs = 13_000;

/** Blocks the event loop of the worker, which sends no heartbeat meanwhile. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
}

describe("a capture that blocks its worker", function () {
  this.timeout(120_000);
  let pipeline: Pipeline;
  let caller: Caller;
  /** Paths of all tries. */
  const tries: string[] = [];
  const innocent = Promise.withResolvers<void>();

  before(async () => {
    const openBrowser = openPages(async ({ spec }) => {
      const { pathname } = new URL(spec.url);
      tries.push(pathname);
      const count = tries.filter((path) => path === pathname).length;
      if (pathname === "/innocent") {
        innocent.resolve();
        await pause(2_000);
      }
      if (pathname === "/beside") await innocent.promise;
      if (pathname === "/always" || pathname === "/beside" || (pathname === "/once" && count === 1)) block();
      if (pathname === "/refused" && count < 3) throw new RenderFailure("connection_failed");
      return answerWith(spec.url);
    });
    pipeline = await startPipeline({ allow: [], openBrowser });
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });
  beforeEach(() => (tries.length = 0));
  after(() => pipeline?.stop());

  const render = (path: string) =>
    caller.render({ url: `https://example.com${path}`, screenshot: true, extractMetadata: false });

  it("is tried twice, and then fails and is refunded", async () => {
    const job = await render("/always");
    expect(job.error).to.deep.include({ code: "internal_error", retryable: true });
    expect(job.error?.message).to.match(/stopped answering/);
    expect(job.credits.net).to.equal(0);
    expect(tries).to.deep.equal(["/always", "/always"]);
  });

  it("completes if only its first worker is blocked", async () => {
    expect((await render("/once")).status).to.equal("completed");
    expect(tries).to.deep.equal(["/once", "/once"]);
  });

  it("fails, and other work that was in progress on the same worker completes", async () => {
    const [blocking, other] = await Promise.all([render("/beside"), render("/innocent")]);
    expect(blocking.error?.message).to.match(/stopped answering/);
    expect(other.status).to.equal("completed");
    expect(tries.filter((path) => path === "/innocent").length).to.be.greaterThan(1);
  });

  it("is the certain cause only of blocks at which no other suspect was in progress", async () => {
    const { database } = pipeline;
    const work = () => ({ workflowId: uuidv7(), input: [] });
    const [blocking, met, unmet] = [work(), work(), work()];
    const judge = async (...works: (typeof blocking)[]) =>
      Promise.all(works.map(async (one) => (await readSuspicion(database, one)).blocksWorkers));
    await noteBlock(database, [blocking, met], new Date());
    expect(await judge(blocking, met)).to.deep.equal([false, false]);
    await noteBlock(database, [blocking, unmet], new Date());
    expect(await judge(blocking, met, unmet)).to.deep.equal([true, false, false]);
    expect(await readSuspicion(database, unmet)).to.deep.equal({ suspected: false, blocksWorkers: false });
  });

  it("has both tries after a worker was killed, which leaves no record", async () => {
    const work = { workflowId: uuidv7(), input: [] };
    await noteBlock(pipeline.database, [work], new Date());
    expect((await readSuspicion(pipeline.database, work)).blocksWorkers).to.equal(false);
    await noteBlock(pipeline.database, [work], new Date());
    expect((await readSuspicion(pipeline.database, work)).blocksWorkers).to.equal(true);
  });

  it("is retried as before after an ordinary failure", async () => {
    expect((await render("/refused")).status).to.equal("completed");
    expect(tries).to.have.length(3);
  });
});
