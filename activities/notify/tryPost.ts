import { errorNameOf } from "#egress/errors.ts";
import type { DeliveryAttempt } from "#schemas/events.ts";
import { beginningInBytes } from "../cut.ts";
import { secondsOf } from "../httpHosts.ts";
import type { ActivityPorts } from "../ports.ts";
import { hideSecrets } from "./hideSecrets.ts";

/** One POST of a delivery. The reply is recorded without the address and without `secrets`. */
export type PostRequest = { url: string; headers: Record<string, string>; body: string; secrets: readonly string[] };

/** A try and the receiver's `Retry-After` in seconds. */
export type Posted = { attempt: DeliveryAttempt; retryAfter: number | null };

/** Timeout of one try, milliseconds. */
const timeoutMs = 15_000;
/** Bytes of a reply that are read. Secrets are hidden in them, so that none is cut where the record ends. */
const maxReplyBytes = 4_096;
/** Bytes of a reply that are recorded. */
const maxRecordedBytes = 1_024;

/** The kind of a failure and the browser's name for it, such as `ConnectFailed (net::ERR_CERT_AUTHORITY_INVALID)`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "Error";
  const name = errorNameOf(error);
  return name === null ? error.name : `${error.name} (net::${name})`;
}

/** Sends a request once. A network error becomes an attempt without a status. */
export async function tryPost(
  ports: Pick<ActivityPorts, "fetch" | "userAgent">,
  { url, headers, body, secrets }: PostRequest,
  at: Date,
): Promise<Posted> {
  const elapsed = () => Date.now() - at.getTime();
  try {
    const reply = await ports.fetch(url, {
      method: "POST",
      headers: { ...headers, "user-agent": ports.userAgent },
      body,
      timeoutMs,
      maxBodyBytes: maxReplyBytes,
    });
    const { statusCode } = reply;
    const shown = hideSecrets(reply.body.toString("utf8"), { url, secrets });
    const responseBody = beginningInBytes(shown, maxRecordedBytes);
    const attempt = { at, duration: elapsed(), statusCode, responseBody, error: null };
    return { attempt, retryAfter: secondsOf([reply.headers["retry-after"]].flat()[0], at) };
  } catch (error) {
    // The message may have the address, which is a secret.
    const attempt = { at, duration: elapsed(), statusCode: null, responseBody: "", error: reasonOf(error) };
    return { attempt, retryAfter: null };
  }
}
