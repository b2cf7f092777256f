import { createServer, type Server } from "node:http";
import { Router } from "@koa/router";
import Koa, { type Context } from "koa";
import rawBody from "raw-body";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { CodecEnv } from "#schemas/settings/env.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { createPayloadCodec, fromWire, toWire, WirePayload } from "./payloadCodec.ts";

/** Both ways of the remote codec protocol take and give this; it's what Temporal's UI and CLI speak. */
const Payloads = Type.Object({ payloads: Type.Array(WirePayload) });
type Payloads = Static<typeof Payloads>;

/** A page of a history is 4 MB at most. */
const maxBodyBytes = "8mb";

/**
 * Starts the server that decrypts payloads for Temporal's UI and CLI (`POST /decode`, `POST /encode`, `GET /health`).
 * It holds the keys of payloads alone: what is sealed stays sealed. Whoever reaches it can read every payload he can fetch, so
 * it belongs behind the same login as the UI. Only pages of the UI's origin may ask from a browser, and only for our namespace.
 */
export async function startCodecServer(env: CodecEnv): Promise<Server> {
  const codec = createPayloadCodec(parseKeyRing(env.WATCHFRAME_PAYLOAD_KEY_RING, "WATCHFRAME_PAYLOAD_KEY_RING"));
  const router = new Router();
  for (const way of ["encode", "decode"] as const) {
    router.post(`/${way}`, async (context) => {
      if (context.get("X-Namespace") !== env.WATCHFRAME_TEMPORAL_NAMESPACE) return context.throw(404);
      const { payloads } = await readPayloads(context);
      const done = await codec[way](payloads.map(fromWire)).catch(() => context.throw(400, "no key opens a payload"));
      context.body = { payloads: done.map(toWire) } satisfies Payloads;
    });
  }
  router.get("/health", (context) => {
    context.body = { status: "ok" };
  });
  const app = new Koa();
  app.use((context, next) => allowUi(context, env.WATCHFRAME_CODEC_UI_ORIGIN, next));
  app.use(router.routes()).use(router.allowedMethods());
  const server = createServer(app.callback());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.WATCHFRAME_CODEC_PORT, env.WATCHFRAME_CODEC_HOST, resolve);
  });
  return server;
}

async function readPayloads(context: Context): Promise<Payloads> {
  const text = await rawBody(context.req, { encoding: "utf8", limit: maxBodyBytes });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return context.throw(400, "JSON is expected");
  }
  return Value.Check(Payloads, body) ? body : context.throw(400, "payloads are expected");
}

/** CORS for one origin; the browser's question before is answered here. */
async function allowUi(context: Context, origin: string, next: () => Promise<unknown>): Promise<void> {
  context.vary("Origin");
  if (context.get("Origin") === new URL(origin).origin) {
    context.set({
      "Access-Control-Allow-Origin": new URL(origin).origin,
      "Access-Control-Allow-Headers": "content-type,x-namespace,authorization",
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Credentials": "true",
    });
  }
  if (context.method === "OPTIONS") context.status = 204;
  else await next();
}
