import { createServer, type Server } from "node:http";
import { Router } from "@koa/router";
import Koa, { type Context } from "koa";
import rawBody from "raw-body";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { CodecEnv } from "#schemas/settings/env.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { createPayloadCodec, fromWire, toWire, WirePayload } from "./payloadCodec.ts";

/** Request and response body of the remote codec protocol, which Temporal's UI and CLI use. */
const Payloads = Type.Object({ payloads: Type.Array(WirePayload) });
type Payloads = Static<typeof Payloads>;

/** A page of a history has at most 4 MB. */
const maxBodyBytes = "8mb";

/**
 * Starts the server that decrypts payloads for Temporal's UI and CLI (`POST /decode`, `POST /encode`, `GET /health`).
 * It has only the payload keys, so sealed values stay sealed. A client can decrypt every payload that it can fetch, so the
 * server belongs behind the UI's login. It serves one namespace, and in browsers only pages of the UI's origin.
 */
export async function startCodecServer(env: CodecEnv): Promise<Server> {
  const codec = createPayloadCodec(parseKeyRing(env.WATCHFRAME_PAYLOAD_KEY_RING, "WATCHFRAME_PAYLOAD_KEY_RING"));
  const router = new Router();
  for (const operation of ["encode", "decode"] as const) {
    router.post(`/${operation}`, async (context) => {
      if (context.get("X-Namespace") !== env.WATCHFRAME_TEMPORAL_NAMESPACE) return context.throw(404);
      const { payloads } = await readPayloads(context);
      const converted = await codec[operation](payloads.map(fromWire)).catch(() =>
        context.throw(400, "no key opens a payload"),
      );
      context.body = { payloads: converted.map(toWire) } satisfies Payloads;
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

/** CORS for one origin, preflight requests included. */
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
