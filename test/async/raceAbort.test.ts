import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { raceAbort } from "#async/raceAbort.ts";

describe("raceAbort", () => {
  const never = new Promise<never>(() => undefined);
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "resolved",
      (error: unknown) => error,
    );

  it("settles as the work does and leaves no listener behind", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const broken = new Error("broken");
    expect(await raceAbort(Promise.resolve(7), { signal, ms: 60_000 })).to.equal(7);
    expect(await failureOf(raceAbort(Promise.reject(broken), { signal, ms: 60_000 }))).to.equal(broken);
    expect(listeners).to.equal(0);
  });

  it("rejects with the signal's reason when it aborts, or has aborted before", async () => {
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const waiting = failureOf(raceAbort(never, { signal: controller.signal }));
    controller.abort(reason);
    expect(await waiting).to.equal(reason);
    expect(await failureOf(raceAbort(Promise.resolve(7), { signal: controller.signal }))).to.equal(reason);
  });

  it("rejects with the given error when the time is up", async () => {
    const late = new Error("late");
    const held = sleep(5_000, undefined, { ref: false });
    expect(await failureOf(raceAbort(held, { ms: 10, timeoutError: () => late }))).to.equal(late);
    expect(await failureOf(raceAbort(held, { ms: 10 })))
      .to.be.an("error")
      .with.property("message", "No result within 10 ms.");
  });

  it("drops a failure of the work that comes after the limit", async () => {
    const work = Promise.withResolvers<never>();
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", onUnhandled);
    try {
      await failureOf(raceAbort(work.promise, { ms: 1 }));
      work.reject(new Error("too late"));
      await sleep(20);
      expect(unhandled).to.deep.equal([]);
    } finally {
      process.off("unhandledRejection", onUnhandled);
    }
  });
});
