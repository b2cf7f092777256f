import { expect } from "chai";
import { until } from "../support/until.ts";

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "no failure",
    (error: unknown) => String(error),
  );

describe("until", () => {
  it("returns the first value that is not null, undefined or false", async () => {
    const values = [null, undefined, false, 0];
    expect(await until(async () => values.shift())).to.equal(0);
  });

  it("says what was awaited, for how long, and the last value", async () => {
    const isReady = async () => false;
    expect(await failureOf(until(isReady, 0))).to.match(
      /^Error: not true within \d+ ms, at last false: async \(\) => false$/,
    );
  });

  it("passes on an error of the check", async () => {
    expect(await failureOf(until(() => Promise.reject(new Error("no answer"))))).to.equal("Error: no answer");
  });

  it("gives up before mocha ends the test, so that its own error is reported", async function () {
    this.timeout(1_500);
    expect(await failureOf(until(async () => null))).to.include("at last null");
  });
});
