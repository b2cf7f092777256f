import { expect } from "chai";
import { type Arbitrary, array, assert, constantFrom, nat, oneof, property, record } from "fast-check";
import {
  addRequest,
  dropTurns,
  giveTurn,
  nextTurn,
  type PaceState,
  pauseAfter,
  pauseHost,
  quietHost,
  returnTurn,
  type TurnRequest,
} from "#workflows/rules/hostPace.ts";

const limits = { atOnce: 2, spacingMs: 250 };

function request(workflowId: string, accountId = "a", priority = 3): TurnRequest {
  return { requestId: `r-${workflowId}`, workflowId, accountId, priority };
}

function stateOf(...requests: TurnRequest[]): PaceState {
  return requests.reduce(addRequest, quietHost);
}

/** Gives turns from `now` on whenever the rule allows one, each handed back as soon as two are held; the order in which they went. */
function orderOf(start: PaceState, now = 1_000): string[] {
  let state = start;
  const order: string[] = [];
  for (let at = now; state.waiting.length > 0; at += limits.spacingMs) {
    const { give } = nextTurn(state, limits, at);
    if (give === null) throw new Error("the rule gives no turn");
    state = giveTurn(state, give, at);
    order.push(give.workflowId);
    state = returnTurn(state, { requestId: give.requestId, answer: { statusCode: 200 }, now: at });
  }
  return order;
}

describe("turns at a host", () => {
  it("are given one by one, the spacing apart, and no more at once than the limit", () => {
    let state = stateOf(request("1"), request("2"), request("3"));
    const first = nextTurn(state, limits, 1_000).give;
    expect(first?.workflowId).to.equal("1");
    state = giveTurn(state, request("1"), 1_000);
    expect(nextTurn(state, limits, 1_249)).to.deep.equal({ give: null, wakeAt: 1_250 });
    expect(nextTurn(state, limits, 1_250).give?.workflowId).to.equal("2");
    state = giveTurn(state, request("2"), 1_250);
    expect(nextTurn(state, limits, 9_000)).to.deep.equal({ give: null, wakeAt: null });
    state = returnTurn(state, { requestId: "r-1", answer: { statusCode: 200 }, now: 9_000 });
    expect(nextTurn(state, limits, 9_000).give?.workflowId).to.equal("3");
  });

  it("alternate between accounts, whatever one of them has in line or asks for in between", () => {
    const many = Array.from({ length: 5 }, (_, index) => request(`a${index}`));
    expect(orderOf(stateOf(...many, request("b0", "b"), request("b1", "b")))).to.deep.equal([
      "a0",
      "b0",
      "a1",
      "b1",
      "a2",
      "a3",
      "a4",
    ]);
    // One that has only ever one request in line does not overtake one that waits.
    let state = giveTurn(stateOf(request("a0"), request("b0", "b")), request("a0"), 1_000);
    state = addRequest(state, request("a1"));
    expect(nextTurn(state, limits, 2_000).give?.workflowId).to.equal("b0");
  });

  it("go by priority within an account, and in the order of asking within a priority", () => {
    const state = stateOf(request("1", "a", 5), request("2", "a", 3), request("3", "a", 3), request("4", "a", 1));
    expect(orderOf(state)).to.deep.equal(["4", "2", "3", "1"]);
  });

  it("are asked for once, however often the request comes; a workflow's new request takes the place of its old one", () => {
    const once = stateOf(request("1"), request("1"));
    expect(once.waiting).to.have.length(1);
    const held = giveTurn(once, request("1"), 1_000);
    expect(addRequest(held, request("1"))).to.equal(held);
    const anew = addRequest(held, { ...request("1"), requestId: "other" });
    expect([anew.held.length, anew.waiting.length]).to.deep.equal([0, 1]);
  });

  it("of workflows that ended are taken back", () => {
    const state = giveTurn(stateOf(request("1"), request("2")), request("1"), 1_000);
    expect(dropTurns(state, ["r-1", "r-2"])).to.deep.include({ held: [], waiting: [] });
  });

  it("stop while a host that refused wants to be left alone, then go on one at a time until it answers", () => {
    let state = giveTurn(stateOf(request("1"), request("2"), request("3")), request("1"), 1_000);
    state = returnTurn(state, { requestId: "r-1", answer: { statusCode: 429, retryAfter: 7 }, now: 2_000 });
    expect(nextTurn(state, limits, 8_999)).to.deep.equal({ give: null, wakeAt: 9_000 });
    state = giveTurn(state, request("2"), 9_000);
    expect(nextTurn(state, limits, 20_000)).to.deep.equal({ give: null, wakeAt: null });
    state = addRequest(state, request("4"));
    state = giveTurn(
      returnTurn(state, { requestId: "r-2", answer: { statusCode: 200 }, now: 20_000 }),
      request("3"),
      20_000,
    );
    expect(nextTurn(state, limits, 21_000).give?.workflowId).to.equal("4");
  });

  it("are not delayed by a page that failed before the host answered", () => {
    const state = giveTurn(stateOf(request("1"), request("2")), request("1"), 1_000);
    expect(
      nextTurn(returnTurn(state, { requestId: "r-1", answer: null, now: 1_100 }), limits, 1_250).give,
    ).to.not.equal(null);
  });

  it("are never more than the limit nor closer than the spacing, whatever happens in whatever order", () => {
    const step = oneof(
      record({ ask: nat(9), account: constantFrom("a", "b") }),
      record({ back: nat(9), statusCode: constantFrom(200, 404, 429, 503) }),
      record({ ended: nat(9) }),
      record({ wait: nat(400) }),
    );
    const run = (steps: readonly (typeof step extends Arbitrary<infer Step> ? Step : never)[]) => {
      let state = quietHost;
      let now = 1_000_000;
      let last = 0;
      for (const one of steps) {
        if ("ask" in one) state = addRequest(state, request(String(one.ask), one.account));
        if ("back" in one) state = returnTurn(state, { requestId: `r-${one.back}`, answer: one, now });
        if ("ended" in one) state = dropTurns(state, [`r-${one.ended}`]);
        if ("wait" in one) now += one.wait;
        for (let next = nextTurn(state, limits, now); next.give !== null; next = nextTurn(state, limits, now)) {
          expect(now - last).to.be.at.least(limits.spacingMs);
          expect(now).to.be.at.least(state.pausedUntil);
          state = giveTurn(state, next.give, now);
          last = now;
        }
        expect(state.held.length).to.be.at.most(limits.atOnce);
        const ids = [...state.held, ...state.waiting].map(({ workflowId }) => workflowId);
        expect(new Set(ids).size).to.equal(ids.length);
      }
    };
    assert(property(array(step, { maxLength: 60 }), run));
  });
});

describe("pause of a host", () => {
  const table: [
    what: string,
    answer: { statusCode: number; retryAfter?: number },
    refusals: number,
    ms: number | null,
  ][] = [
    ["200 is none", { statusCode: 200 }, 1, null],
    ["500 is none", { statusCode: 500 }, 1, null],
    ["Retry-After of a page that was answered is none", { statusCode: 200, retryAfter: 9 }, 1, null],
    ["429 with Retry-After is that", { statusCode: 429, retryAfter: 30 }, 4, 30_000],
    ["503 with Retry-After is that", { statusCode: 503, retryAfter: 120 }, 1, 120_000],
    ["Retry-After of 0 is a second", { statusCode: 429, retryAfter: 0 }, 1, 1_000],
    ["a day is an hour", { statusCode: 503, retryAfter: 86_400 }, 1, 3_600_000],
    ["429 alone is 5 s", { statusCode: 429 }, 1, 5_000],
    ["429 alone again is 10 s", { statusCode: 429 }, 2, 10_000],
    ["503 alone for the 50th time is 5 min", { statusCode: 503 }, 50, 300_000],
  ];
  for (const [what, answer, refusals, ms] of table) {
    it(what, () => expect(pauseAfter(answer, refusals)).to.equal(ms));
  }

  it("is never shortened", () => {
    expect(pauseHost(pauseHost(quietHost, 9_000), 5_000).pausedUntil).to.equal(9_000);
  });
});
