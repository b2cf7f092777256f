import { Type } from "typebox";
import { MonitorError } from "#schemas/errorBodies.ts";
import { open } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Exchange } from "../http/exchange.ts";
import { plainPage, wantsPage } from "../http/plainPage.ts";

export const Signature = Type.String({ maxLength: 128 });

/** The common part of all routes of signed links. */
export const sharedByLinks = {
  auth: open,
  errorShape: "monitor",
  errors: ["invalid_token"],
} as const;
/** The reply to an invalid link. */
export const refusedLink = {
  400: {
    description: "`invalid_token`: the link is invalid or has expired.",
    json: MonitorError,
    bytes: ["text/html"],
  },
} as const;
/** Shows people an invalid link as a page. */
export async function orRefusal<Answer>(exchange: Exchange, work: () => Promise<Answer>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "invalid_token" || !wantsPage(exchange)) throw error;
    const text = "It is invalid, has expired, or what it is about is gone.";
    return { status: 400, ...plainPage({ title: "This link does not work", text }) } as const;
  }
}
