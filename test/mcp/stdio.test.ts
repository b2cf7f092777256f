import path from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "chai";
import { useApi } from "../api/support/useApi.ts";
import { callTool, connect, eras, newClient } from "./support/agent.ts";

/** The command line. */
const program = path.resolve(import.meta.dirname, "..", "..", "clients", "cli", "src", "main.ts");

describe("the door of agents on standard input and output", function () {
  this.timeout(60_000);

  const { api } = useApi();
  const transport = (key: string, url = api.url) =>
    new StdioClientTransport({
      command: process.execPath,
      args: [program, "mcp"],
      env: { WATCHFRAME_URL: url, WATCHFRAME_API_KEY: key },
      stderr: "pipe",
    });

  for (const era of eras) {
    it(`has the tools of the other door in the ${era} era`, async () => {
      const { key } = await api.account({ scopes: ["read"], plan: "starter" });
      const agent = newClient(era);
      await agent.connect(transport(key));
      const other = await connect({ apiUrl: api.url, key, era });
      expect((await agent.listTools()).tools).to.deep.equal((await other.listTools()).tools);
      expect((await callTool(agent, "watchframe_usage")).facts).to.deep.include({ plan: "starter" });
      const id = "0192f0c1-7d3a-7000-8000-2a9c5e1f0b64";
      const missing = await callTool(agent, "watchframe_get_job", { job_id: id });
      expect(missing).to.deep.include({ isError: true });
      expect(missing.facts).to.deep.include({ error: "not_found" });
      const wrong = await callTool(agent, "watchframe_get_job", { job_id: id, wait_seconds: 99 });
      expect(JSON.stringify(wrong.facts["fields"])).to.include("wait_seconds");
      await Promise.all([agent.close(), other.close()]);
    });
  }

  const refused: [what: string, key: string, url: string, says: string][] = [
    ["a wrong key", "wf_live_wrong", "", "API key"],
    ["no key", "", "", "WATCHFRAME_API_KEY"],
    ["an API that does not answer", "wf_live_any", "http://127.0.0.1:9", "can't be reached"],
  ];
  for (const [what, key, url, says] of refused) {
    it(`ends with the reason for ${what}`, async () => {
      const agent = newClient("legacy");
      const door = transport(key, url === "" ? api.url : url);
      const written: string[] = [];
      door.stderr?.on("data", (part) => written.push(String(part)));
      expect(
        await agent.connect(door).then(
          () => "connected",
          () => "ended",
        ),
      ).to.equal("ended");
      expect(written.join("")).to.include(says);
    });
  }
});
