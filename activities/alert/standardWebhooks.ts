import { createHmac } from "node:crypto";

/**
 * Headers of one try at a webhook by the Standard Webhooks specification 1.0:
 * the id stays the same over retries, the timestamp (Unix seconds) is that of the try, and the signature covers
 * `id.timestamp.body`. Without a secret there is no signature.
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
  const signature = createHmac("sha256", secretBytes(secret)).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { ...headers, "webhook-signature": `v1,${signature}` };
}

/** `whsec_` and base64 stands for the decoded bytes; any other secret for its own UTF-8 bytes. */
function secretBytes(secret: string): Buffer {
  return secret.startsWith("whsec_")
    ? Buffer.from(secret.slice("whsec_".length), "base64")
    : Buffer.from(secret, "utf8");
}
