import { createHmac } from "node:crypto";
import { standardSecret } from "#vault/webhookSecret.ts";

/**
 * Headers of one try at a webhook by the Standard Webhooks specification 1.0:
 * the id stays the same over retries, the timestamp (Unix seconds) is that of the try, and the signature covers
 * `id.timestamp.body`, keyed by the secret's bytes, or by the text itself where it is in no standard form.
 * Without a secret there is no signature.
 */
export function webhookHeaders({
  id,
  body,
  secret,
  at,
}: {
  id: string;
  body: string;
  secret: string | null;
  at: Date;
}): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = { "content-type": "application/json", "webhook-id": id, "webhook-timestamp": timestamp };
  if (secret === null) return headers;
  const signature = createHmac("sha256", standardSecret(secret) ?? secret)
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64");
  return { ...headers, "webhook-signature": `v1,${signature}` };
}
