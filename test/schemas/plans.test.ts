import { expect } from "chai";
import { plans, usePlans } from "#schemas/settings/plans.ts";
import { readEnv, readPlans } from "#schemas/settings/readEnv.ts";
import { testPlans } from "../support/testPlans.ts";

const changes = (text: string) => readPlans({ WATCHFRAME_PLANS: text });

describe("plans", () => {
  afterEach(() => usePlans(testPlans));

  it("are the default ones where nothing is set", () => {
    usePlans(changes(""));
    expect(plans.free).to.deep.equal({
      credits: 100,
      monitors: 1,
      minIntervalMinutes: 60,
      concurrency: 2,
      requestsPerSecond: 5,
      runRetentionDays: 7,
    });
    expect([plans.unlimited.credits, plans.unlimited.concurrency]).to.deep.equal([null, null]);
  });

  it("are changed field by field; what is not named is as by default", () => {
    usePlans(changes('{"free": {"credits": 7}, "pro": {"monitors": null}}'));
    expect([plans.free.credits, plans.free.concurrency, plans.pro.monitors]).to.deep.equal([7, 2, null]);
    usePlans(changes(""));
    expect(plans.free.credits).to.equal(100);
  });

  it("are read from the file in WATCHFRAME_PLANS_FILE, and all its problems are reported at once", () => {
    const file = '{"fre": {}, "starter": {"credits": -1, "concurrency": "5", "seats": 3}}';
    const needed = {
      WATCHFRAME_PUBLIC_URL: "http://a.test",
      WATCHFRAME_MONGO_URL: "mongodb://a/b",
      WATCHFRAME_TEMPORAL_ADDRESS: "a:1",
      WATCHFRAME_S3_ENDPOINT: "http://a",
      WATCHFRAME_S3_ACCESS_KEY_ID: "a",
      WATCHFRAME_S3_SECRET_ACCESS_KEY: "b",
      WATCHFRAME_KEY_RING: "k:b",
      WATCHFRAME_SIGNING_KEY: "s".repeat(43),
    };
    const env = readEnv({ ...needed, WATCHFRAME_PLANS_FILE: "/etc/plans.json" }, () => file);
    expect(() => readPlans(env)).to.throw(
      [
        "Wrong WATCHFRAME_PLANS:",
        "  fre is not a known field; did you mean free?",
        "  starter.seats is not a known field; the known ones are credits, monitors, minIntervalMinutes, concurrency, requestsPerSecond, runRetentionDays",
        "  starter.credits must be at least 0",
        "  starter.concurrency must be an integer, got a string",
      ].join("\n"),
    );
    expect(() => changes("{credits")).to.throw("WATCHFRAME_PLANS is not valid JSON");
  });
});
