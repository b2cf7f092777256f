import type { CallToolResult } from "@modelcontextprotocol/client";
import { expect } from "chai";
import { request } from "undici";
import { tools } from "#mcp/tools.ts";
import { usePlans } from "#schemas/settings/plans.ts";
import { logIn } from "../api/support/browser.ts";
import { useApi } from "../api/support/useApi.ts";
import { testPlans } from "../support/testPlans.ts";
import { callTool, connect, eras } from "./support/agent.ts";

/** A listing in the 2025 era, without a client. */
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

describe("the door of agents", () => {
  const { api, account } = useApi({ publicUrl: "http://shots.example:8080" });

  /** Sends a message with its own Host and Origin, which `fetch` does not allow. */
  async function send(headers: Record<string, string>, body = list) {
    const { statusCode, body: reply } = await request(`${api.url}/mcp`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${account.key}`, ...headers },
      body,
    });
    return { status: statusCode, text: await reply.text() };
  }

  const admitted: [what: string, headers: Record<string, string>][] = [
    ["the loopback interface", {}],
    ["the public name", { host: "shots.example:8080" }],
    ["the public name and Origin", { host: "shots.example:8080", origin: "http://shots.example:8080" }],
  ];
  for (const [what, headers] of admitted) {
    it(`admits ${what}`, async () => {
      const { status, text } = await send(headers);
      expect(status, text).to.equal(200);
      expect(text).to.include("watchframe_screenshot");
    });
  }

  const refused: [what: string, headers: Record<string, string>][] = [
    ["a foreign Host", { host: "rebound.example:8080" }],
    ["a foreign Host that begins like ours", { host: "shots.example.evil.example" }],
    ["a foreign Origin", { host: "shots.example:8080", origin: "http://evil.example" }],
    ["an Origin without a name", { host: "shots.example:8080", origin: "null" }],
    ["the Origin of another port", { host: "shots.example:8080", origin: "http://shots.example:9090" }],
    ["a rebound name with its own Origin", { host: "rebound.example", origin: "http://rebound.example" }],
  ];
  for (const [what, headers] of refused) {
    it(`refuses ${what}`, async () => {
      const { status, text } = await send(headers);
      expect(status, text).to.equal(403);
      expect(JSON.parse(text)).to.deep.include({ error: "cross_site_request" });
      expect(text).to.include("shots.example:8080");
    });
  }

  it("refuses calls without a key, with a wrong one, and with a browser's session", async () => {
    const browser = await logIn(api, { apiKey: account.key });
    const cookie = browser.cookie;
    for (const headers of [
      {},
      { authorization: "Bearer wf_live_wrong" },
      { cookie, origin: "http://shots.example:8080" },
    ]) {
      const {
        statusCode,
        body,
        headers: given,
      } = await request(`${api.url}/mcp`, {
        method: "POST",
        headers: { ...json, ...headers },
        body: list,
      });
      expect(statusCode, await body.text()).to.equal(401);
      expect(given["www-authenticate"]).to.equal("Bearer");
    }
  });

  it("takes one message at a time, by POST alone", async () => {
    const batch = await send({}, `[${list},${list}]`);
    expect(batch.status, batch.text).to.equal(400);
    const reply = await fetch(`${api.url}/mcp`, { headers: { authorization: `Bearer ${account.key}` } });
    expect(reply.status).to.equal(405);
    expect(reply.headers.get("allow")).to.equal("POST");
  });

  const allowed: [scope: "read" | "render" | "monitor", sees: string[], lacks: string[]][] = [
    ["read", ["watchframe_get_job", "watchframe_usage"], ["watchframe_screenshot", "watchframe_render"]],
    ["render", ["watchframe_get_job", "watchframe_screenshot"], []],
    ["monitor", ["watchframe_usage"], ["watchframe_screenshot", "watchframe_get_job"]],
  ];
  for (const era of eras) {
    for (const [scope, sees, lacks] of allowed) {
      it(`shows a key with the scope ${scope} its own tools alone in the ${era} era`, async () => {
        const { key } = await api.account({ scopes: [scope] });
        const agent = await connect({ apiUrl: api.url, key, era });
        const listed = await agent.listTools();
        const names = listed.tools.map(({ name }) => name);
        expect(names).to.include.members(sees);
        for (const name of lacks) expect(names).to.not.include(name);
        expect(names).to.have.members(
          tools.filter(({ scopes }) => scopes.includes(scope)).map(({ listed: { name } }) => name),
        );
        if (scope === "read") {
          const kinds = listed.tools.map(({ annotations }) => annotations?.readOnlyHint);
          expect(new Set(kinds)).to.deep.equal(new Set([true]));
        }
        for (const name of lacks) {
          const call: Promise<CallToolResult> = agent.callTool({ name, arguments: { url: "https://example.com/" } });
          const failure = await call.then(() => "", String);
          expect(failure, name).to.include("tools/list");
        }
        await agent.close();
      });
    }
  }

  it("answers a call with the facts of its own account", async () => {
    for (const era of eras) {
      const agent = await connect({ apiUrl: api.url, key: account.key, era });
      const { facts, isError } = await callTool(agent, "watchframe_usage");
      expect(isError).to.equal(false);
      expect(facts).to.deep.include({ plan: "unlimited" });
      await agent.close();
    }
  });

  it("lists all tools in less than 8,000 tokens of about four bytes", async () => {
    const { text } = await send({});
    expect(Buffer.byteLength(text) / 4).to.be.below(8_000);
  });
});

describe("requests of an agent", () => {
  const start = Date.now() + 7_200_000;
  const { api, account } = useApi({ plan: "free", now: () => new Date(start) });
  before(() => usePlans({ ...testPlans, free: { requestsPerSecond: 3 } }));
  after(() => usePlans(testPlans));

  it("count once for each message, whatever its tool calls", async () => {
    const agentCall = () =>
      fetch(`${api.url}/mcp`, {
        method: "POST",
        headers: { ...json, Authorization: `Bearer ${account.key}` },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "watchframe_usage", arguments: {} },
        }),
      });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call++) statuses.push((await agentCall()).status);
    expect(statuses).to.deep.equal([200, 200, 200, 429]);
  });
});
