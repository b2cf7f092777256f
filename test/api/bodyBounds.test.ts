import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import type { Route } from "#api/http/route.ts";
import { routes } from "#api/routes.ts";
import { at, problems } from "./support/fields.ts";
import { testLimits } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const maxReplyBytes = 100_000;
const many = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, 1]));
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

describe("a body with many problems", () => {
  // Log-ins count by address and minute. An address of its own leaves those of other tests alone.
  const instant = new Date();
  const { api, account } = useApi({ limits: { ...testLimits, proxies: 1 }, now: () => instant });

  const send = async (path: string, body: unknown) => {
    const { status, json } = await account.client.call("POST", path, { raw: JSON.stringify(body) });
    return { status, json, bytes: JSON.stringify(json).length };
  };

  const hostile = {
    "a list of numbers in a monitor": ["/render/monitors", { alerts: { channels: ones(900_000) } }],
    "a list of numbers in a render": ["/render", { url: "https://example.com/", cookies: ones(900_000) }],
    "unknown names": ["/render", many(120_000)],
    "unknown names in a batch's pages": ["/render/smart-batch", { urls: ones(500_000), options: many(20_000) }],
    "nested lists": ["/render/diff", { before: Array.from({ length: 100_000 }, () => [[1, 2, 3]]) }],
  } as const;
  for (const [what, [path, body]] of Object.entries(hostile)) {
    it(`is refused for ${what} with a short reply`, async () => {
      const { status, json, bytes } = await send(path, body);
      expect([status, at(json, "code") ?? at(json, "error")]).to.deep.equal([400, "validation_failed"]);
      expect(bytes).to.be.below(maxReplyBytes);
    });
  }

  it("gets its first 100 problems, and says that there are more", async () => {
    const { json, bytes } = await send("/render", { url: "https://example.com/", ...many(15_000) });
    const found = problems(json);
    expect(Object.keys(found)).to.have.lengthOf(101);
    expect(found)
      .to.have.property("body")
      .that.matches(/and more/);
    expect(bytes).to.be.below(maxReplyBytes);
  });

  it("gets the first 20 problems of each operation in bulk, and says that there are more", async () => {
    const monitor = { name: "Shop", url: "https://example.com/", intervalMinutes: 60, ...many(50) };
    const { json } = await send("/render/monitors/bulk", { operations: [{ action: "create", monitor }] });
    const fields = at(json, "results.0.problem.fields");
    expect(fields).to.be.an("array").with.lengthOf(21);
    expect(at(fields, "20")).to.deep.include({ field: "body" });
    expect(at(fields, "20.message")).to.match(/and more/);
  });

  for (const [what, body] of Object.entries({
    "an unknown name": { ["n".repeat(1_900_000)]: 1 },
    "a name above broken texts": { ["n".repeat(1_800_000)]: Array.from({ length: 50 }, () => "\0") },
    "a value": { format: "v".repeat(1_900_000) },
  })) {
    it(`does not get ${what} of a megabyte back`, async () => {
      const { status, bytes } = await send("/render", { url: "https://example.com/", ...body });
      expect(status).to.equal(400);
      expect(bytes).to.be.below(maxReplyBytes);
    });
  }

  it("of a log-in may have 4 kB, and each counts before it is read", async () => {
    const logIn = (raw: string) =>
      fetch(new URL("/sessions", api.url), {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Forwarded-For": "198.51.100.40" },
        body: raw,
      });
    const large = JSON.stringify(many(400));
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await logIn(large)).status);
    expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 413), 429]);
  });
});

describe("a body from anyone", () => {
  const { api } = useApi({ limits: { ...testLimits, proxies: 1 } });

  /** The status of a call whose body is announced and never sent. */
  const statusWithoutBody = async ({ method, path }: Pick<Route, "method" | "path">, index: number) => {
    const url = new URL(path.replaceAll(/:\w+/g, uuidv7()), api.url);
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": "270000",
      "X-Forwarded-For": `198.51.100.${index}`,
    };
    const call = request(url, { method, headers });
    call.flushHeaders();
    try {
      const [reply]: IncomingMessage[] = await once(call, "response", { signal: AbortSignal.timeout(5_000) });
      return reply?.statusCode;
    } finally {
      call.on("error", () => undefined).destroy();
    }
  };

  it("is refused by every route before it has arrived", async function () {
    this.timeout(60_000);
    const writing = [...routes, { method: "POST", path: "/mcp" } as const].filter(({ method }) => method !== "GET");
    expect(writing.length).to.be.above(30);
    const accepted = [];
    for (const [index, route] of writing.entries()) {
      const status = await statusWithoutBody(route, index + 1);
      if (status === undefined || status < 400 || status >= 500)
        accepted.push(`${route.method} ${route.path} ${status}`);
    }
    expect(accepted).to.deep.equal([]);
  });

  it("of the mail service may have 256 kB", async () => {
    const send = (bytes: number) =>
      fetch(new URL("/mail-events/postmark", api.url), {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Basic ${Buffer.from(api.ports.mail.eventsAuth).toString("base64")}`,
        },
        body: JSON.stringify({ RecordType: "Open", Content: "c".repeat(bytes) }),
      });
    expect([(await send(200_000)).status, (await send(300_000)).status]).to.deep.equal([200, 413]);
  });
});
