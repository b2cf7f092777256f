import ipaddr from "ipaddr.js";
import { plans } from "#schemas/settings/plans.ts";
import type { ApiPorts } from "../ports.ts";
import { ApiError } from "./errors.ts";
import type { Caller } from "./exchange.ts";
import type { ApiContext } from "./middleware/observe.ts";

/** Lets a request in by the address it comes from; rejects with `rate_limited`. Tells the client what is left. */
export async function admitAddress(ctx: ApiContext, { rates, limits }: ApiPorts): Promise<void> {
  const subject = `address:${addressOf(ctx.ip) ?? addressOf(ctx.req.socket.remoteAddress ?? "") ?? "unknown"}`;
  await admit(ctx, rates, { name: "address", subject, limit: limits.addressRequestsPerSecond });
}

/** Lets a request in by its key, as fast as the account's plan allows; rejects with `rate_limited`. */
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

/** An address as it is counted: an IPv6 network of 64 bits is one customer's; null for what is no address. */
function addressOf(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
