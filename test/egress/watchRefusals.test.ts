import { expect } from "chai";
import { guardedAgents } from "#egress/agents.ts";
import { createGuardedFetch } from "#egress/fetch.ts";
import { createEgressPolicy, watchRefusals } from "#egress/policy.ts";
import { failureOf, openPolicy, serveSite, stopAfterTest, stopAll } from "./support.ts";

describe("watching what is refused", () => {
  afterEach(stopAll);

  const table: [url: string, reason: string][] = [
    ["http://10.0.0.1/admin", "address"],
    ["http://[::ffff:7f00:1]/", "address"],
    ["http://inside.example/", "address"],
    ["http://localhost/", "name"],
    ["http://site.example:6379/", "port"],
    ["ftp://site.example/", "scheme"],
    ["http://user:password@site.example/", "userinfo"],
    [`http://site.example/${"a".repeat(9_000)}`, "too_long"],
    ["http://", "invalid_url"],
  ];
  for (const [url, reason] of table)
    it(`reports once that ${url.slice(0, 40)} is refused as ${reason}`, async () => {
      const refusals: string[] = [];
      const fetch = createGuardedFetch(watchRefusals(openPolicy([]), (why) => refusals.push(why)));
      stopAfterTest(() => fetch.close());
      await failureOf(fetch(url));
      expect(refusals).to.deep.equal([reason]);
    });

  it("reports connections by an agent, and none that are allowed or only unreachable", async () => {
    const site = await serveSite();
    const refusals: string[] = [];
    const policy = watchRefusals(openPolicy([site.port]), (why) => refusals.push(why));
    const fetch = createGuardedFetch(policy);
    stopAfterTest(() => fetch.close());
    expect((await fetch(`http://site.example:${site.port}/`)).statusCode).to.equal(200);
    const nowhere = createGuardedFetch(
      watchRefusals(createEgressPolicy({ allow: "", lookup: async () => [] }), (why) => refusals.push(why)),
    );
    stopAfterTest(() => nowhere.close());
    await failureOf(nowhere("http://nowhere.example/"));
    expect(refusals).to.deep.equal([]);
    const { httpAgent } = guardedAgents(policy);
    const { promise, resolve } = Promise.withResolvers<void>();
    httpAgent.createConnection({ host: "10.0.0.1", port: 80 }, () => resolve());
    await promise;
    expect(refusals).to.deep.equal(["address"]);
  });
});
