import { Readable } from "node:stream";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { Type } from "typebox";
import { createApi } from "#mcp/api.ts";
import { pictureFormats } from "#mcp/pictures.ts";
import { createServer } from "#mcp/server.ts";
import { literals } from "#schemas/common.ts";
import type { Content, Exchange } from "../http/exchange.ts";
import { defineRoute, type Route, type Services } from "../http/route.ts";
import { agentKey } from "./agentKey.ts";
import { callInside } from "./insideCalls.ts";

/** Headers of the protocol that its library checks against the message. */
const protocolHeaders = ["Accept", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"];
const message = { description: "A message of the protocol.", bytes: ["application/json", "text/event-stream"] };

const Query = Type.Object(
  {
    pictures: literals([...pictureFormats], {
      default: "webp",
      description: "Format of pictures in results; `none` for links alone.",
    }),
  },
  { additionalProperties: false },
);

/** One message of the protocol. A batch would let one counted request do the work of many. */
const Message = Type.Object({ jsonrpc: Type.Literal("2.0") }, { additionalProperties: true });

/**
 * The route of agents: the Model Context Protocol over HTTP, without sessions. Its tools call the API's other routes with
 * the same key. It is no operation of the OpenAPI document.
 */
export function mcpRoute(routes: readonly Route[], services: Services): Route {
  const { publicUrl } = services.ports;
  return defineRoute({
    id: "callAgentTools",
    method: "POST",
    whilePaused: true,
    path: "/mcp",
    summary: "Call tools by the Model Context Protocol",
    tag: "Jobs",
    auth: agentKey(publicUrl),
    errorShape: "submit",
    query: Query,
    body: Message,
    responses: {
      200: message,
      202: { description: "A notification was taken." },
      400: message,
      404: message,
      500: message,
    },
    errors: [],
    async handle({ query: { pictures }, body, caller, exchange }) {
      const apiKey = (exchange.header("Authorization") ?? "").replace(/^Bearer +/i, "").trim();
      const access = { fetch: callInside({ routes, services, exchange }), baseUrl: publicUrl, apiKey, maxRetries: 0 };
      const openApi = (signal: AbortSignal) => createApi(access, signal);
      const handler = createMcpHandler(() => createServer({ openApi, scopes: caller.scopes, pictures }), {
        // Nothing changes that a client could wait for, so there are no subscriptions.
        maxSubscriptions: 0,
        onerror: (err) => exchange.log.debug({ err }, "a message of an agent was refused"),
      });
      const response = await handler.fetch(toRequest(exchange, publicUrl, body), { parsedBody: body });
      return toReply(response);
    },
  });
}

function toRequest(exchange: Exchange, publicUrl: string, body: unknown): Request {
  const headers = new Headers({ "Content-Type": "application/json" });
  for (const name of protocolHeaders) {
    const value = exchange.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const signal = exchange.untilGone();
  return new Request(new URL("/mcp", publicUrl), { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function toReply(response: Response) {
  if (response.status === 202) return { status: 202 } as const;
  const content = await toContent(response);
  switch (response.status) {
    case 200:
      return { status: 200, content } as const;
    case 404:
      return { status: 404, content } as const;
    case 500:
      return { status: 500, content } as const;
    default:
      return { status: 400, content } as const;
  }
}

async function toContent(response: Response): Promise<Content> {
  const contentType = response.headers.get("Content-Type") ?? "application/json";
  const { body } = response;
  // A stream has comments that keep the connection open during a long call.
  if (body !== null && contentType.startsWith("text/event-stream"))
    return { contentType, length: null, read: () => Promise.resolve(Readable.from(body)) };
  const bytes = Buffer.from(await response.arrayBuffer());
  return { contentType, length: bytes.length, read: () => Promise.resolve(bytes) };
}
