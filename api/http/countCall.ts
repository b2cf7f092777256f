import type { ApiPorts } from "../ports.ts";
import { ApiError } from "./errors.ts";

/** A limit of calls in a minute that a route has beside those of keys and addresses. `rateKey` names what is counted. */
export type CallQuota = {
  rateKey: string;
  perMinute: number;
  /** The sentence of the error. Default: that of the catalogue. */
  message?: string;
};

/** Counts a call in all processes. @throws ApiError `rate_limited` with the seconds until the minute ends. */
export async function countCall({ rates }: Pick<ApiPorts, "rates">, quota: CallQuota): Promise<void> {
  const { rateKey, perMinute: limit, message } = quota;
  const { allowed, resetSeconds: retryAfter } = await rates.take({ rateKey, limit, windowSeconds: 60 });
  if (!allowed) throw new ApiError("rate_limited", { retryAfter, ...(message !== undefined && { message }) });
}
