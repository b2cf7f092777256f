import { expect } from "chai";
import { yieldingIterator } from "#activities/crawl/crawlStep.ts";

/** Blocks the thread. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

const items = Array.from({ length: 100 }, (_, index) => index);

describe("going through a list in turns", () => {
  it("visits every item in order while timers run", async () => {
    let beats = 0;
    const timer = setInterval(() => (beats += 1), 1);
    const taken: number[] = [];
    for await (const item of yieldingIterator(items, new AbortController().signal)) {
      work(2);
      taken.push(item);
    }
    clearInterval(timer);
    expect(taken).to.deep.equal(items);
    expect(beats).to.be.above(5);
  });

  it("ends soon after it is aborted", async () => {
    const calledOff = new AbortController();
    setTimeout(() => calledOff.abort(new Error("called off")), 1);
    let taken = 0;
    const going = (async () => {
      for await (const _ of yieldingIterator(items, calledOff.signal)) {
        work(5);
        taken += 1;
      }
    })();
    expect(await going.catch((error: unknown) => error)).to.have.property("message", "called off");
    expect(taken).to.be.below(50);
  });
});
