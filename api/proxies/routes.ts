import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { ProxyList, ProxyPatch, ProxyReply, ProxyRequest, ProxyTestRequest } from "#schemas/proxy.ts";
import { keyWith } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";
import { acceptProxy, changeProxy } from "./commands.ts";
import { presentProxy } from "./present.ts";
import { findProxies, readProxy } from "./store.ts";
import { runTest } from "./runTest.ts";
import { proxyRules, proxyTestRules } from "./validate.ts";

const routeDefaults = { tag: "Proxies", errorShape: "submit" } as const;
const ProxyPath = Type.Object({ id: Uuid }, { additionalProperties: false });
const links = {
  getProxy: "$response.body#/proxy/id",
  updateProxy: "$response.body#/proxy/id",
  testProxy: "$response.body#/proxy/id",
  deleteProxy: "$response.body#/proxy/id",
} as const;

/** Keeps a proxy. */
export const createProxy = defineRoute({
  ...routeDefaults,
  id: "createProxy",
  client: { resource: "proxies", method: "create", unwrap: "proxy" },
  method: "POST",
  idempotent: true,
  path: "/proxies",
  summary: "Create a proxy",
  description:
    "Keeps the address of an HTTP, HTTPS or SOCKS5 proxy under a name. A capture with `proxy` sends every request of its page through it. If the proxy fails, the capture fails as `proxy_failed`. User and password are sealed and never returned. An account has at most 50 proxies.",
  auth: keyWith("render"),
  body: ProxyRequest,
  example: { name: "germany", url: "http://ann:word@proxy.example:3128", country: "DE" },
  rules: proxyRules,
  responses: { 201: { description: "The proxy was created.", json: ProxyReply, links } },
  errors: ["proxy_exists", "too_many_proxies"],
  async handle({ body, caller: { accountId }, reservation }, ports) {
    const record = await acceptProxy(ports, { accountId, request: body, reservation });
    return { status: 201, json: { success: true, proxy: presentProxy(record) } };
  },
});

/** The account's proxies. */
export const listProxies = defineRoute({
  ...routeDefaults,
  id: "listProxies",
  client: { resource: "proxies", method: "list", unwrap: "proxies" },
  method: "GET",
  path: "/proxies",
  summary: "List proxies by name",
  auth: keyWith("read", "render"),
  responses: {
    200: { description: "Every proxy.", json: ProxyList, links: { getProxy: "$response.body#/proxies/0/id" } },
  },
  errors: [],
  async handle({ caller: { accountId } }, { database }) {
    const records = await findProxies(database, accountId);
    return { status: 200, json: { success: true, proxies: records.map(presentProxy) } };
  },
});

/** One proxy. */
export const getProxy = defineRoute({
  ...routeDefaults,
  id: "getProxy",
  client: { resource: "proxies", method: "get", unwrap: "proxy" },
  method: "GET",
  path: "/proxies/:id",
  summary: "Get a proxy",
  auth: keyWith("read", "render"),
  params: ProxyPath,
  responses: { 200: { description: "The proxy.", json: ProxyReply } },
  errors: ["not_found"],
  async handle({ params, caller }, { database }) {
    const record = await readProxy(database, caller.accountId, params.id);
    return { status: 200, json: { success: true, proxy: presentProxy(record) } };
  },
});

/** Changes a proxy. */
export const updateProxy = defineRoute({
  ...routeDefaults,
  id: "updateProxy",
  client: { resource: "proxies", method: "update", unwrap: "proxy" },
  method: "PATCH",
  path: "/proxies/:id",
  summary: "Change a proxy",
  description: "Sets the given fields and removes those that are null. Captures that begin later use them.",
  auth: keyWith("render"),
  params: ProxyPath,
  body: ProxyPatch,
  example: { url: "http://ann:new-word@proxy.example:3128", note: null },
  rules: proxyRules,
  responses: { 200: { description: "The changed proxy.", json: ProxyReply } },
  errors: ["not_found"],
  async handle({ params, body, caller }, ports) {
    const record = await readProxy(ports.database, caller.accountId, params.id);
    return { status: 200, json: { success: true, proxy: presentProxy(await changeProxy(ports, record, body)) } };
  },
});

/** Fetches a page through a proxy. */
export const testProxy = defineRoute({
  ...routeDefaults,
  id: "testProxy",
  client: { resource: "proxies", method: "test", unwrap: "proxy", args: { url: "url" } },
  method: "POST",
  path: "/proxies/:id/test",
  summary: "Test a proxy",
  description:
    "Fetches a page through the proxy, without a browser, and waits for the outcome in `lastTest`. A test that takes longer than 20 seconds goes on, and the reply is 202.",
  auth: keyWith("render"),
  params: ProxyPath,
  body: ProxyTestRequest,
  example: { url: "https://example.com/" },
  rules: proxyTestRules,
  responses: {
    200: { description: "The test has ended.", json: ProxyReply },
    202: { description: "The test goes on. `GET /proxies/{id}` shows how it ends.", json: ProxyReply },
  },
  errors: ["not_found", "too_many_at_once"],
  async handle({ params, body, caller, exchange }, ports) {
    const record = await readProxy(ports.database, caller.accountId, params.id);
    const { proxy, hasEnded } = await runTest(ports, { caller, record, url: body.url }, exchange.untilGone());
    const json = { success: true, proxy: presentProxy(proxy) } as const;
    return hasEnded ? { status: 200, json } : { status: 202, json };
  },
});

/** Deletes a proxy. */
export const deleteProxy = defineRoute({
  ...routeDefaults,
  id: "deleteProxy",
  client: { resource: "proxies", method: "delete", unwrap: "proxy" },
  method: "DELETE",
  path: "/proxies/:id",
  summary: "Delete a proxy",
  description: "Captures that name it then fail as `proxy_failed`. None goes past it.",
  auth: keyWith("render"),
  params: ProxyPath,
  responses: { 200: { description: "The proxy as it was.", json: ProxyReply } },
  errors: ["not_found"],
  async handle({ params, caller }, { database }) {
    const record = await readProxy(database, caller.accountId, params.id);
    await database.proxies.deleteOne({ _id: record._id });
    return { status: 200, json: { success: true, proxy: presentProxy(record) } };
  },
});
