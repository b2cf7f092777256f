import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookError } from "#clients/typescript/src/webhooks.ts";

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const text = "a secret of plain words";
const body = JSON.stringify({
  id: "evt_1",
  type: "job.completed",
  timestamp: "2026-11-01T08:00:00Z",
  data: { n: "ä" },
});
const sentAt = new Date("2026-11-01T08:00:05Z");
const now = sentAt.getTime();

/** Headers as a sender of Standard Webhooks makes them. */
function headersFor(webhook: Webhook, id = "evt_1") {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(now / 1_000),
    "Webhook-Signature": webhook.sign(id, sentAt, body),
  };
}

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => null,
    (error: unknown) => error,
  );
}

describe("verifyWebhook", () => {
  it("returns the event of a right signature, for both forms of secrets, as text or bytes", async () => {
    const headers = headersFor(new Webhook(secret));
    const event = await verifyWebhook({ body, headers, secret, now });
    expect(event.type).to.equal("job.completed");
    const plain = new Headers(headersFor(new Webhook(text, { format: "raw" })));
    const bytes = new TextEncoder().encode(body);
    expect((await verifyWebhook({ body: bytes, headers: plain, secret: [secret, text], now })).data).to.deep.equal({
      n: "ä",
    });
  });

  it("refuses a changed body, another secret, another id, an old time and missing headers", async () => {
    const headers = headersFor(new Webhook(secret));
    const wrong: Record<string, Parameters<typeof verifyWebhook>[0]> = {
      body: { body: body.replace("job", "Job"), headers, secret, now },
      secret: { body, headers, secret: text, now },
      id: { body, headers: { ...headers, "webhook-id": "evt_2" }, secret, now },
      old: { body, headers, secret, now: now + 301_000 },
      early: { body, headers, secret, now: now - 301_000 },
      time: { body, headers: { ...headers, "webhook-timestamp": "soon" }, secret, now },
      missing: { body, headers: { "webhook-id": "evt_1" }, secret, now },
      garbage: { body, headers: { ...headers, "Webhook-Signature": "v1,%%% v2,abc v1" }, secret, now },
      noBase64: { body, headers, secret: "whsec_%%%", now },
    };
    for (const [what, received] of Object.entries(wrong)) {
      expect(await failureOf(verifyWebhook(received)), what).to.be.instanceOf(WebhookError);
    }
  });
});
