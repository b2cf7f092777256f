import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { at } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

/** Lists with a limit, the body of the nth call, and the limit. */
const lists = {
  "signing keys": ["/account/signing-keys", (n: number) => ({ name: `key ${n}` }), 20],
  feeds: ["/feeds", () => ({}), 50],
  presets: ["/presets", (n: number) => ({ name: `preset-${n}`, options: { width: 800 } }), 100],
  "sign-ins": [
    "/sign-ins",
    (n: number) => ({
      name: `s-${n}`,
      url: "https://example.com/",
      steps: [{ click: { target: "#go" } }],
      signedIn: { text: "Out" },
    }),
    50,
  ],
  proxies: ["/proxies", (n: number) => ({ name: `p-${n}`, url: "http://proxy.example.com" }), 50],
  sitemaps: [
    "/render/monitors/from-sitemap",
    (n: number) => ({ sitemapUrl: `https://example.com/${n}.xml`, monitor: { intervalMinutes: 60 } }),
    50,
  ],
  recipients: ["/render/monitor-recipients", (n: number) => ({ email: `at-once-${n}-${uuidv7()}@example.com` }), 10],
  "API keys": ["/account/keys", (n: number) => ({ name: `key ${n}`, scopes: ["read"] }), 4],
} as const;

describe("limits of counts", () => {
  const { api, account } = useApi({ accountPerTest: true });

  for (const [what, [path, body, max]] of Object.entries(lists)) {
    it(`hold for ${what} that are made at the same time`, async function () {
      this.timeout(60_000);
      const calls = Array.from({ length: max + 6 }, (_, index) =>
        account.client.call("POST", path, { body: body(index) }),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).to.have.lengthOf(max);
      expect(statuses.filter((status) => status >= 500)).to.deep.equal([]);
    });
  }

  it("hold for monitors of a plan that are made at the same time, one by one and by a call for many", async () => {
    const monitor = { name: "m", url: "https://example.com/", intervalMinutes: 60 };
    const create = { action: "create", monitor };
    const make = async (path: string, body: object): Promise<number[]> => {
      const { client } = await api.account({ plan: "free" });
      const calls = Array.from({ length: 5 }, () => client.call("POST", path, { body }));
      expect((await Promise.all(calls)).filter(({ status }) => status >= 500)).to.deep.equal([]);
      const listed = await client.call("GET", "/render/monitors");
      return [at(listed.json, "monitors")].flat().map(() => 1);
    };
    expect(await make("/render/monitors", monitor)).to.deep.equal([1]);
    expect(await make("/render/monitors/bulk", { operations: Array.from({ length: 5 }, () => create) })).to.deep.equal([
      1,
    ]);
  });
});
