import { expect } from "chai";
import {
  createEgressPolicy,
  type EgressPolicy,
  EgressRefused,
  type EgressVerdict,
  NameNotResolved,
  portOf,
  type RefusalReason,
} from "#egress/policy.ts";
import { refusalReasonOf } from "#egress/errors.ts";
import { insideHosts, unreadableUrls } from "./spellings.ts";
import { failureOf } from "./support.ts";

const resolving = (...addresses: string[]) => createEgressPolicy({ allow: "", lookup: async () => addresses });
const strict = createEgressPolicy({ allow: "", lookup: async () => ["93.184.216.34"] });

describe("EgressPolicy.checkUrl", () => {
  for (const host of insideHosts)
    it(`refuses http://${host}/ on any port and scheme`, () => {
      for (const url of [
        `http://${host}/`,
        `https://${host}/x?y#z`,
        `HTTP://${host}:8080/`,
        `http:\\\\${host}\\`,
        ` http:/${host}`,
      ])
        expect(strict.checkUrl(url).allowed, url).to.equal(false);
    });

  for (const url of unreadableUrls)
    it(`refuses ${JSON.stringify(url.slice(0, 60))} as unreadable`, () => {
      expect(strict.checkUrl(url)).to.deep.equal({ allowed: false, reason: "invalid_url" });
    });

  const refused: [url: string, reason: RefusalReason][] = [
    ["file:///etc/passwd", "scheme"],
    ["ftp://site.example/", "scheme"],
    ["view-source:http://site.example/", "scheme"],
    ["chrome://version", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["data:text/html,x", "scheme"],
    ["blob:http://site.example/1", "scheme"],
    ["about:blank", "scheme"],
    ["ws://site.example/", "scheme"],
    ["http://user@site.example/", "userinfo"],
    ["http://:secret@site.example/", "userinfo"],
    ["http://site.example@127.0.0.1/", "userinfo"],
    ["http://127.0.0.1\\@site.example/", "address"],
    ["http://site.example:22/", "port"],
    ["https://site.example:6379/", "port"],
    ["http://site.example:0/", "port"],
    ["http://site.example:27017/", "port"],
    [`http://site.example/${"a".repeat(8_200)}`, "too_long"],
  ];
  for (const [url, reason] of refused)
    it(`refuses ${url.slice(0, 60)}: ${reason}`, () => {
      const expected: EgressVerdict = { allowed: false, reason };
      expect(strict.checkUrl(url)).to.deep.equal(expected);
    });

  const allowed: [given: string, canonical: string][] = [
    ["http://site.example", "http://site.example/"],
    ["HTTPS://Site.Example:443/a", "https://site.example/a"],
    ["http://site.example:3000/", "http://site.example:3000/"],
    ["http://site.example./", "http://site.example./"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["http://a_b.example/", "http://a_b.example/"],
    ["http://site.example\\@127.0.0.1/", "http://site.example/@127.0.0.1/"],
    ["http://8.8.8.8/", "http://8.8.8.8/"],
    ["http://134744072/", "http://8.8.8.8/"],
    ["http://[2606:4700:4700::1111]/", "http://[2606:4700:4700::1111]/"],
    ["http://localhost.example/", "http://localhost.example/"],
  ];
  for (const [given, canonical] of allowed)
    it(`allows ${given} and forwards ${canonical}`, () => {
      const verdict = strict.checkUrl(given);
      expect(verdict.allowed ? verdict.url.href : verdict.reason).to.equal(canonical);
      expect(strict.checkUrl(new URL(given)).allowed).to.equal(true);
    });

  it("agrees with checkTarget", () => {
    for (const host of insideHosts) expect(strict.checkTarget(host, 80), host).to.be.oneOf(["address", "name"]);
    expect(strict.checkTarget("::1", 80)).to.equal("address");
    expect(strict.checkTarget("site.example", 443)).to.equal(null);
    for (const host of ["a/b.example", "a@b.example", "a.example#", "a.example?x", "a.example:80", ""])
      expect(strict.checkTarget(host, 80), host).to.equal("invalid_url");
  });
});

describe("the allow list", () => {
  const policy = createEgressPolicy({
    allow: " 127.0.0.1:8080, intranet.local:80 ,[::1]:9000,Wiki:6379,0x7f.2:81, ",
    lookup: async (name) => (name === "both.example" ? ["127.0.0.1", "::1"] : ["10.0.0.7"]),
  });

  for (const url of [
    "http://127.0.0.1:8080/",
    "http://127.1:8080/",
    "http://[::ffff:127.0.0.1]:8080/",
    "http://intranet.local./",
    "http://[0:0::1]:9000/",
    "http://wiki:6379/",
    "http://127.0.0.2:81/",
  ])
    it(`opens ${url}`, () => expect(policy.checkUrl(url).allowed).to.equal(true));

  for (const url of [
    "http://127.0.0.1/",
    "http://127.0.0.1:8081/",
    "https://intranet.local/",
    "http://x.intranet.local/",
    "http://[::1]/",
  ])
    it(`does not open ${url}`, () => expect(policy.checkUrl(url).allowed).to.equal(false));

  it("opens an allowed name's private address, and an allowed address by another name", async () => {
    expect(await policy.resolve("intranet.local", 80)).to.deep.equal([{ address: "10.0.0.7", family: 4, port: 80 }]);
    expect(refusalReasonOf(await failureOf(policy.resolve("other.example", 80)))).to.equal("address");
    expect(refusalReasonOf(await failureOf(policy.resolve("both.example", 8080)))).to.equal("address");
    expect(await policy.resolve("::1", 9000)).to.deep.equal([{ address: "::1", family: 6, port: 9000 }]);
  });

  for (const entry of [
    "127.0.0.1",
    "host:",
    ":80",
    "host:0",
    "host:65536",
    "host:80:80",
    "::1:80",
    "http://host:80",
    "a/b:80",
    "host:8o",
  ])
    it(`names the malformed entry ${entry}`, () => {
      expect(() => createEgressPolicy({ allow: `127.0.0.1:80,${entry}` })).to.throw(
        `WATCHFRAME_EGRESS_ALLOW: expected host:port, got ${JSON.stringify(entry)}`,
      );
    });
});

describe("EgressPolicy.resolve", () => {
  it("gives all addresses of a public name, in order, and its literals without asking", async () => {
    expect(await resolving("8.8.8.8", "2606:4700::1111", "::ffff:1.1.1.1").resolve("Site.Example.", 443)).to.deep.equal(
      [
        { address: "8.8.8.8", family: 4, port: 443 },
        { address: "2606:4700::1111", family: 6, port: 443 },
        { address: "1.1.1.1", family: 4, port: 443 },
      ],
    );
    const unasked = createEgressPolicy({ allow: "", lookup: () => Promise.reject(new Error("asked")) });
    expect(await unasked.resolve("134744072", 80)).to.deep.equal([{ address: "8.8.8.8", family: 4, port: 80 }]);
  });

  for (const mixed of [
    ["8.8.8.8", "10.0.0.1"],
    ["::1", "8.8.8.8"],
    ["8.8.8.8", "2002:7f00:1::"],
    ["8.8.8.8", "fe80::1%eth0"],
    ["8.8.8.8", "nonsense"],
  ])
    it(`refuses a name that has ${mixed.join(" and ")}, without telling either`, async () => {
      const error = await failureOf(resolving(...mixed).resolve("site.example", 80));
      expect(error).to.be.instanceOf(NameNotResolved);
      expect(refusalReasonOf(error)).to.equal("address");
      expect(String(error)).not.to.match(/\d/);
    });

  for (const host of insideHosts)
    it(`refuses ${host} without asking`, async () => {
      const policy = createEgressPolicy({ allow: "", lookup: () => Promise.reject(new Error("asked")) });
      expect(await failureOf(policy.resolve(host, 80))).to.be.instanceOf(EgressRefused);
    });

  it("says the same of a private name and of one without an address, after about the same time", async () => {
    const tellOf = async (policy: EgressPolicy, port: number): Promise<[message: string, isLate: boolean]> => {
      const started = performance.now();
      const error = await failureOf(policy.resolve("site.example", port));
      return [String(error), performance.now() - started >= 249];
    };
    const policies = [[], ["10.0.0.1"], ["8.8.8.8", "::1"], ["169.254.169.254"]].map((found) => resolving(...found));
    // The second answer may come from the cache.
    for (const port of [80, 443])
      for (const told of await Promise.all(policies.map((policy) => tellOf(policy, port))))
        expect(told).to.deep.equal(["NameNotResolved: The host name has no public address.", true]);
  });

  it("says NameNotResolved when there is no address, the lookup fails, or it takes too long", async () => {
    const failing = createEgressPolicy({ allow: "", lookup: () => Promise.reject(new Error("ENOTFOUND")) });
    const silent = createEgressPolicy({ allow: "", lookup: () => new Promise(() => {}), lookupTimeoutMs: 5 });
    for (const policy of [resolving(), failing, silent])
      expect(await failureOf(policy.resolve("site.example", 80))).to.be.instanceOf(NameNotResolved);
  });

  it("aborts a lookup that takes too long", async () => {
    const aborted = Promise.withResolvers<void>();
    const policy = createEgressPolicy({
      allow: "",
      lookupTimeoutMs: 5,
      lookup: (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => aborted.resolve())),
    });
    expect(await failureOf(policy.resolve("site.example", 80))).to.be.instanceOf(NameNotResolved);
    await aborted.promise;
  });

  it("asks once while a query runs or its answer is cached, and again after the cache is cleared or off", async () => {
    let asked = 0;
    const lookup = async () => {
      asked += 1;
      return ["8.8.8.8"];
    };
    const keeping = createEgressPolicy({ allow: "", lookup });
    await Promise.all([keeping.resolve("a.example", 80), keeping.resolve("A.example.", 443)]);
    await keeping.resolve("a.example", 80);
    expect(asked).to.equal(1);
    keeping.forget("a.example.");
    await keeping.resolve("a.example", 80);
    expect(asked).to.equal(2);
    const asking = createEgressPolicy({ allow: "", lookup, cacheSeconds: 0 });
    await Promise.all([asking.resolve("a.example", 80), asking.resolve("a.example", 80)]);
    expect(asked).to.equal(4);
  });

  it("does not keep a failure", async () => {
    const answers = [[], ["8.8.8.8"]];
    const policy = createEgressPolicy({ allow: "", lookup: async () => answers.shift() ?? [] });
    expect(await failureOf(policy.resolve("a.example", 80))).to.be.instanceOf(NameNotResolved);
    expect(await policy.resolve("a.example", 80)).to.have.length(1);
  });
});

describe("portOf", () => {
  it("knows the schemes' own ports", () => {
    const ports = ["http://a/", "ws://a/", "https://a/", "wss://a/", "https://a:8443/"].map((url) =>
      portOf(new URL(url)),
    );
    expect(ports).to.deep.equal([80, 80, 443, 443, 8443]);
  });
});
