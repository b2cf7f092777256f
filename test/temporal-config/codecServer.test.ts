import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { defaultPayloadConverter, type Payload } from "@temporalio/common";
import { expect } from "chai";
import { readCodecEnv } from "#schemas/settings/readEnv.ts";
import { startCodecServer } from "#temporal-config/codecServer.ts";
import { createPayloadCodec, toWire, type WirePayload } from "#temporal-config/payloadCodec.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { portOf } from "../support/targetSite.ts";

const key = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const value = { jobId: "0199", secret: "never in clear" };

function toPayload(): Payload {
  return defaultPayloadConverter.toPayload(value);
}

describe("encrypted payloads", () => {
  const old = key("old");
  const ring = [key("new"), old].join(",");
  const codec = createPayloadCodec(parseKeyRing(ring));

  async function encrypted(): Promise<Payload> {
    const [payload] = await codec.encode([toPayload()]);
    if (payload === undefined) throw new Error("no payload");
    return payload;
  }

  it("hold nothing of the value, say which key, and come back as they were", async () => {
    const payload = await encrypted();
    const text = Buffer.concat([payload.data ?? new Uint8Array(), ...Object.values(payload.metadata ?? {})]);
    expect(text.toString("latin1")).to.not.include("clear");
    expect(Buffer.from(payload.metadata?.["encryption-key-id"] ?? []).toString()).to.equal("new");
    const [decoded = {}] = await codec.decode([payload]);
    expect(defaultPayloadConverter.fromPayload(decoded)).to.deep.equal(value);
  });

  it("are read with an older key, and read as they are where they never were encrypted", async () => {
    const before = await createPayloadCodec(parseKeyRing(old)).encode([toPayload()]);
    const decoded = await codec.decode([...before, toPayload()]);
    expect(decoded.map((one) => defaultPayloadConverter.fromPayload(one))).to.deep.equal([value, value]);
  });

  it("are refused under a key that is not there, or once a bit was changed", async () => {
    const payload = await encrypted();
    const stranger = createPayloadCodec(parseKeyRing(key("stranger")));
    const messageOf = (decoded: Promise<unknown>) => decoded.then(() => "decoded", String);
    expect(await messageOf(stranger.decode([payload]))).to.include("No key");
    const data = Buffer.from(payload.data ?? []);
    data.writeUInt8(data.readUInt8(20) ^ 1, 20);
    expect(await messageOf(codec.decode([{ ...payload, data }]))).to.include("damaged");
  });

  describe("at the codec server", () => {
    const origin = "https://temporal.example.com";
    let server: Server;
    let url: string;
    before(async () => {
      const settings = {
        WATCHFRAME_PAYLOAD_KEY_RING: ring,
        WATCHFRAME_CODEC_PORT: "0",
        WATCHFRAME_CODEC_UI_ORIGIN: origin,
      };
      server = await startCodecServer(readCodecEnv(settings, () => ""));
      url = `http://127.0.0.1:${portOf(server)}`;
    });
    after(async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    });

    const ask = (way: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${url}/${way}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-namespace": "watchframe", origin, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });

    it("are decrypted and encrypted as Temporal's UI asks for it", async () => {
      const reply = await ask("decode", { payloads: [toWire(await encrypted())] });
      expect(reply.status).to.equal(200);
      expect(reply.headers.get("access-control-allow-origin")).to.equal(origin);
      const { payloads }: { payloads: WirePayload[] } = await reply.json();
      expect(payloads).to.deep.equal([toWire(toPayload())]);
      const again: { payloads: WirePayload[] } = await (await ask("encode", { payloads })).json();
      expect(Buffer.from(again.payloads[0]?.metadata?.["encoding"] ?? "", "base64").toString()).to.equal(
        "binary/encrypted",
      );
    });

    it("are shown to pages of the UI only, and of our namespace only", async () => {
      const body = { payloads: [toWire(await encrypted())] };
      const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "x-namespace" };
      const asked = await fetch(`${url}/decode`, { method: "OPTIONS", headers: { origin, ...preflight } });
      expect([asked.status, asked.headers.get("access-control-allow-headers")]).to.deep.equal([
        204,
        "content-type,x-namespace,authorization",
      ]);
      const elsewhere = await ask("decode", body, { origin: "https://evil.example.com" });
      expect(elsewhere.headers.get("access-control-allow-origin")).to.equal(null);
      expect((await ask("decode", body, { "x-namespace": "other" })).status).to.equal(404);
    });

    it("that are invalid are refused, and the reply shows no key", async () => {
      expect((await ask("decode", "{")).status).to.equal(400);
      expect((await ask("decode", { payloads: [{ data: 1 }] })).status).to.equal(400);
      const [payload = {}] = await createPayloadCodec(parseKeyRing(key("stranger"))).encode([toPayload()]);
      const reply = await ask("decode", { payloads: [toWire(payload)] });
      expect([reply.status, await reply.text()]).to.deep.equal([400, "no key opens a payload"]);
      expect((await ask("decode", "x".repeat(9_000_000))).status).to.equal(413);
    });
  });
});
