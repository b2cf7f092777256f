import { expect } from "chai";
import { answerOf, maxAskedPerHour, retryDelayMs, sharesTry, type SignInLoopState } from "#rules/signIns.ts";

const now = 1_000_000;
const state: SignInLoopState = { generation: 5, signedInAt: now, failures: 0, retryAt: null, asked: [] };
const capture = (generation: number) => ({ generation, workflowId: "render:1" });
const person = { generation: null, workflowId: null };

describe("requests for a new session", () => {
  it("get the newer one without a try, and a try for the newest", () => {
    expect([0, 4, 5, 6].map((generation) => answerOf(capture(generation), state, now))).to.deep.equal([
      "fresh",
      "fresh",
      "try",
      "try",
    ]);
  });

  it("get none while a failure backs off; a person gets a try", () => {
    const failed = { ...state, failures: 1, retryAt: now + 1 };
    expect([capture(5), capture(4), person].map((request) => answerOf(request, failed, now))).to.deep.equal([
      "none",
      "fresh",
      "try",
    ]);
    expect(answerOf(capture(5), failed, now + 1)).to.equal("try");
  });

  it("get none after as many tries in an hour as a site may see", () => {
    const asked = Array.from({ length: maxAskedPerHour }, () => now);
    expect(answerOf(capture(5), { ...state, asked }, now)).to.equal("none");
    expect(answerOf(capture(5), { ...state, asked: asked.slice(1) }, now)).to.equal("try");
    expect(answerOf(person, { ...state, asked }, now)).to.equal("try");
  });

  it("share a try that they arrive during, but not a session that they have seen end, and not a person's", () => {
    const asked = [capture(4), capture(5), capture(6), { generation: null, workflowId: "render:1" }, person];
    expect(asked.map((request) => sharesTry(request, 5))).to.deep.equal([true, false, false, true, false]);
    expect(asked.map((request) => sharesTry(request, null))).to.deep.equal([true, true, true, true, false]);
  });

  it("wait longer after each failure, an hour at most", () => {
    expect([1, 2, 3, 4, 5, 90].map((failures) => retryDelayMs(failures) / 60_000)).to.deep.equal([
      1, 5, 15, 60, 60, 60,
    ]);
  });
});
