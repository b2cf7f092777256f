import ipaddr from "ipaddr.js";
import { plans } from "#schemas/settings/plans.ts";
import type { ApiPorts } from "../ports.ts";
import { ApiError } from "./errors.ts";
import type { Caller } from "./exchange.ts";
import type { ApiContext } from "./middleware/observe.ts";

/** Counts a request by its client address and sets the rate-limit headers. @throws ApiError `rate_limited`. */
export async function admitAddress(ctx: ApiContext, { rates, limits }: ApiPorts): Promise<void> {
  await admit(ctx, rates, {
    name: "address",
    subject: `address:${clientAddress(ctx)}`,
    limit: limits.addressRequestsPerSecond,
  });
}

/** The client's address as it is counted: an IPv6 address is its /64 network. */
export function clientAddress(ctx: ApiContext): string {
  return addressOf(ctx.ip) ?? addressOf(ctx.req.socket.remoteAddress ?? "") ?? "unknown";
}

/** Counts a request by its key, by the plan's limit. @throws ApiError `rate_limited`. */
export async function admitKey(ctx: ApiContext, { rates }: ApiPorts, { keyId, plan }: Caller): Promise<void> {
  await admit(ctx, rates, { name: "key", subject: `key:${keyId}`, limit: plans[plan].requestsPerSecond });
}

type Quota = { name: "address" | "key"; subject: string; limit: number };

async function admit(
  ctx: ApiContext,
  rates: ApiPorts["rates"],
  { name, subject: rateKey, limit }: Quota,
): Promise<void> {
  const { allowed, remaining } = await rates.take({ rateKey, limit });
  // draft-ietf-httpapi-ratelimit-headers: lists of named policies, `q` a window of `w` seconds, `r` left for `t` seconds.
  ctx.append("RateLimit-Policy", `"${name}";q=${limit};w=1`);
  ctx.append("RateLimit", `"${name}";r=${remaining};t=1`);
  if (!allowed) throw new ApiError("rate_limited");
}

/** The counted form of an address: an IPv6 address counts as its /64 network. Null for an invalid address. */
function addressOf(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
