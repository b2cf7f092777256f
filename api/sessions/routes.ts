import { listQuery } from "../http/params.ts";
import { Type } from "typebox";
import { endSession, startSession, takeLoginToken } from "#data/sessions.ts";
import { Uuid } from "#schemas/common.ts";
import { CurrentSession, LoginRequest, SessionList, SessionReply } from "#schemas/session.ts";
import { hashApiKey, isApiKey } from "#vault/apiKey.ts";
import { browserSession, keyWith, open } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Exchange } from "../http/exchange.ts";
import { defineRoute } from "../http/route.ts";
import { writeSessionCookie } from "../http/sessionCookie.ts";
import { bodyRules } from "../http/validation.ts";
import type { ApiPorts } from "../ports.ts";
import { admitLogin, endSessionOf, presentCurrent, presentSession, readLiveKey, readSessions } from "./sessions.ts";

const routeDefaults = { tag: "Sessions", errorShape: "submit" } as const;

const oneCredential = bodyRules(Type.Partial(LoginRequest), ({ apiKey, loginToken }) =>
  (apiKey === undefined) === (loginToken === undefined)
    ? [{ field: "apiKey", message: "give exactly one of apiKey and loginToken" }]
    : [],
);

/** Logs a browser in. */
export const createSession = defineRoute({
  ...routeDefaults,
  id: "createSession",
  client: {
    resource: "sessions",
    method: "create",
    unwrap: "session",
    browser: true,
    help: "Logs this browser in, with a key or with the token of a log-in link.",
  },
  method: "POST",
  path: "/sessions",
  summary: "Log a browser in",
  description:
    "Sets a cookie that replaces the key in this browser. The session has the key's scopes and ends with the key. It ends after 12 hours without use, and after 7 days at the latest. Each address has 10 tries per minute.",
  auth: open,
  admit: admitBrowser,
  body: LoginRequest,
  example: { apiKey: "wf_live_…" },
  rules: oneCredential,
  responses: { 201: { description: "The browser is logged in.", json: SessionReply, headers: ["Set-Cookie"] } },
  errors: ["unauthorized", "cross_site_request", "rate_limited"],
  async handle({ body, exchange }, ports) {
    const key = await readLiveKey(ports, await keyHashOf(body, ports));
    if (key === null) throw new ApiError("unauthorized", { message: refusal(body) });
    const userAgent = exchange.header("User-Agent") ?? "";
    const started = { keyHash: key._id, accountId: key.accountId, userAgent };
    const { record, secret } = await startSession(ports.database, started, ports.now());
    return {
      status: 201,
      headers: { "Set-Cookie": writeSessionCookie(secret, ports.publicUrl) },
      json: { success: true, session: presentSession(record, { key, current: record.sessionId }) },
    };
  },
});

/** Counts a try by its address. It comes before the body, so that a stranger's body costs little. */
async function admitBrowser(exchange: Exchange, ports: ApiPorts): Promise<void> {
  // The page of another site must not log a browser in as someone else. Programs send neither header.
  const isBrowser = exchange.header("Sec-Fetch-Site") !== undefined || exchange.header("Origin") !== undefined;
  if (isBrowser) exchange.refuseCrossSite();
  await admitLogin(ports, exchange.address);
}

async function keyHashOf({ apiKey, loginToken }: LoginRequest, ports: ApiPorts): Promise<string | null> {
  if (apiKey !== undefined) return isApiKey(apiKey) ? hashApiKey(apiKey) : null;
  return takeLoginToken(ports.database, loginToken ?? "", ports.now());
}

function refusal({ apiKey }: LoginRequest): string {
  if (apiKey !== undefined) return "This API key is unknown, revoked or expired. Check it, or create another one.";
  return "This log-in link was used or has expired. Log in with an API key, or run `npm run cli -- login-link`.";
}

/** The session of this call. */
export const getCurrentSession = defineRoute({
  ...routeDefaults,
  id: "getCurrentSession",
  client: {
    resource: "sessions",
    method: "current",
    browser: true,
    help: "This browser's session, with its account and key.",
  },
  method: "GET",
  path: "/sessions/current",
  summary: "Get the browser's session",
  description: "Names the session, its account and its key. A call with an API key in a header has no session.",
  auth: browserSession,
  responses: { 200: { description: "The session.", json: CurrentSession } },
  errors: [],
  handle: async ({ caller }, ports) => ({ status: 200, json: await presentCurrent(ports, caller) }),
});

/** Logs a browser out. */
export const endCurrentSession = defineRoute({
  ...routeDefaults,
  id: "endCurrentSession",
  client: { resource: "sessions", method: "endCurrent", browser: true, help: "Logs this browser out." },
  method: "DELETE",
  path: "/sessions/current",
  summary: "Log the browser out",
  auth: browserSession,
  responses: { 204: { description: "The browser is logged out.", headers: ["Set-Cookie"] } },
  errors: [],
  async handle({ caller }, { database, publicUrl }) {
    await endSession(database, caller.accountId, caller.sessionId);
    return { status: 204, headers: { "Set-Cookie": writeSessionCookie(null, publicUrl) } };
  },
});

const SessionsQuery = listQuery({ items: "Sessions" }, {});

/** The account's sessions. */
export const listSessionsRoute = defineRoute({
  ...routeDefaults,
  id: "listSessions",
  client: { resource: "sessions", method: "list", list: "sessions" },
  method: "GET",
  path: "/sessions",
  summary: "List the account's sessions, newest first",
  auth: keyWith("read", "render", "monitor"),
  query: SessionsQuery,
  responses: {
    200: {
      description: "One page of the browsers that are logged in.",
      json: SessionList,
      links: { endSession: "$response.body#/sessions/0/id" },
    },
  },
  errors: [],
  async handle({ caller, query: { limit, cursor } }, ports) {
    const list = await readSessions(ports, { caller, limit, cursor });
    return { status: 200, json: { success: true, ...list } };
  },
});

/** Ends a session. */
export const endSessionRoute = defineRoute({
  ...routeDefaults,
  id: "endSession",
  client: { resource: "sessions", method: "end", help: "Ends a session. That browser is then logged out." },
  method: "DELETE",
  path: "/sessions/:id",
  summary: "End a session",
  description: "Its browser is logged out at once. The caller needs all scopes of the session's key.",
  auth: keyWith("read", "render", "monitor"),
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  responses: { 204: { description: "The session has ended." } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    await endSessionOf(ports, caller, params.id.toLowerCase());
    return { status: 204 };
  },
});
