import { assert } from "chai";
import { createProcessPool } from "#activities/processPool.ts";
import type { Deed } from "./obedientProcess.ts";

const entry = new URL("./obedientProcess.ts", import.meta.url);
const poolOf = (size: number) =>
  createProcessPool<Deed, number>(entry, { size, timeoutMs: 5_000, heapMb: 32, stackKb: 984 });

describe("the process pool", () => {
  it("keeps a process for the next task", async () => {
    const pool = poolOf(2);
    const first = await pool.run("name", { owner: "a" });
    assert.isTrue(first.done);
    assert.deepEqual(await pool.run("name", { owner: "a" }), first);
  });

  it("runs as many tasks at once as it has processes, and the others in order", async () => {
    const pool = poolOf(2);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => pool.run("name", { owner: "a" })));
    assert.isTrue(outcomes.every((outcome) => outcome.done));
    assert.isAtMost(new Set(outcomes.map((outcome) => (outcome.done ? outcome.value : 0))).size, 2);
  });

  it("lets owners take turns, so one waits for at most one task of another that has many", async () => {
    const pool = poolOf(1);
    const ended: string[] = [];
    const owners = ["busy", "busy", "busy", "busy", "other", "third"];
    await Promise.all(owners.map((owner) => pool.run("name", { owner }).then(() => ended.push(owner))));
    assert.deepEqual(ended, ["busy", "other", "third", "busy", "busy", "busy"]);
  });

  it("replaces a process that exits or exceeds its time, memory or stack", async () => {
    const pool = poolOf(1);
    const deeds: Deed[] = ["dawdle", "hoard", "dig", "leave", "name"];
    const outcomes = await Promise.all(deeds.map((deed) => pool.run(deed, { owner: "a" })));
    const [late, full, deep, gone, fine] = outcomes.map((outcome) => (outcome.done ? "done" : outcome.reason));
    assert.equal(late, "no answer in 5000 ms");
    assert.equal(full, "the process ended with SIGABRT");
    assert.include(deep, "call stack");
    assert.equal(gone, "the process ended with 3");
    assert.equal(fine, "done");
  });

  it("kills the process of an aborted task immediately and replaces it", async () => {
    const pool = createProcessPool<Deed, number>(entry, { size: 1, timeoutMs: 20_000, heapMb: 32, stackKb: 984 });
    const [busy, queued] = [new AbortController(), new AbortController()];
    const outcomes = Promise.allSettled([
      pool.run("dawdle", { owner: "a", signal: busy.signal }),
      pool.run("dawdle", { owner: "a", signal: queued.signal }),
      pool.run("name", { owner: "a" }),
    ]);
    const calledOff = new Error("no longer wanted");
    queued.abort(calledOff);
    busy.abort(calledOff);
    const [first, second, third] = await outcomes;
    assert.deepEqual(first, { status: "rejected", reason: calledOff });
    assert.deepEqual(second, { status: "rejected", reason: calledOff });
    assert.isTrue(third.status === "fulfilled" && third.value.done);
  });
});
