import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";

/** Eras of the protocol: with a handshake (2025), and with each request on its own (2026-07-28). */
export const eras = ["legacy", "modern"] as const;
type Era = (typeof eras)[number];

/** A client of one era that is not connected yet. */
export function newClient(era: Era): Client {
  const mode = era === "legacy" ? "legacy" : { pin: "2026-07-28" };
  return new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
}

type Access = { apiUrl: string; key: string; era: Era; query?: string; headers?: Record<string, string> };

/** An agent at the HTTP door. */
export async function connect({ apiUrl, key, era, query = "", headers = {} }: Access): Promise<Client> {
  const client = newClient(era);
  const requestInit = { headers: { Authorization: `Bearer ${key}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp${query}`, apiUrl), { requestInit }));
  return client;
}

/** A result's parts by what they are. */
export type Parts = {
  facts: Record<string, unknown>;
  untrusted: string;
  pictures: Buffer[];
  links: string[];
  isError: boolean;
};

/** Calls a tool and takes its result apart. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Parts> {
  return partsOf(await client.callTool({ name, arguments: given }));
}

/** The parts of a result. The first block has the facts. */
function partsOf({ content, isError = false }: CallToolResult): Parts {
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const [first = "{}", ...others] = texts;
  const facts: Record<string, unknown> = JSON.parse(first);
  return {
    facts,
    untrusted: others.join("\n"),
    pictures: content.flatMap((block) => (block.type === "image" ? [Buffer.from(block.data, "base64")] : [])),
    links: content.flatMap((block) => (block.type === "resource_link" ? [block.uri] : [])),
    isError,
  };
}
