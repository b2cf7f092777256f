import { WatchframeError } from "./errors.ts";
import type { WebhookEvent } from "./generated/shapes.ts";

export type { WebhookEvent } from "./generated/shapes.ts";

/** The body is not from your Watchframe, is too old, or was changed. */
export class WebhookError extends WatchframeError {
  override readonly name = "WebhookError";
}

type HeaderSource = Headers | Readonly<Record<string, string | string[] | undefined>>;

/** A request as your receiver got it, and your secret. */
export type ReceivedWebhook = {
  /** The body byte for byte, as it came. */
  body: string | Uint8Array<ArrayBuffer>;
  headers: HeaderSource;
  /** Several secrets help to change a secret: one of them must fit. */
  secret: string | readonly string[];
  /** Milliseconds that the time of the webhook may differ from now. Default: 5 minutes. */
  toleranceMs?: number;
  /** Milliseconds since 1970. Default: now. */
  now?: number;
};

const defaultToleranceMs = 5 * 60_000;

/** Checks the signature of a webhook by Standard Webhooks and returns its event. @throws WebhookError */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceMs = defaultToleranceMs,
  now = Date.now(),
}: ReceivedWebhook): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = headerOf(headers, name);
    if (value === null) throw new WebhookError(`The header ${name} is missing.`);
    return value;
  });
  if (!(Math.abs(now - Number(timestamp) * 1_000) <= toleranceMs)) {
    throw new WebhookError("The webhook is too old, or its time is wrong.");
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = (signatures ?? "").split(" ").flatMap((part) => (part.startsWith("v1,") ? [part.slice(3)] : []));
  const secrets = typeof secret === "string" ? [secret] : secret;
  for (const each of secrets) if (await fits(each, signed, given)) return JSON.parse(text);
  throw new WebhookError("The signature is not from this secret.");
}

function headerOf(headers: HeaderSource, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** Whether one of the signatures is from the secret. WebCrypto compares in constant time. */
async function fits(secret: string, signed: Uint8Array<ArrayBuffer>, given: readonly string[]): Promise<boolean> {
  const raw = secret.startsWith("whsec_") ? fromBase64(secret.slice(6)) : new TextEncoder().encode(secret);
  if (raw === null || raw.length === 0) throw new WebhookError("The secret is empty or no base64 after whsec_.");
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  for (const signature of given) {
    const bytes = fromBase64(signature);
    if (bytes !== null && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return true;
  }
  return false;
}

/** The bytes of base64; null if the text is none. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
