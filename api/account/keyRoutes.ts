import { Type } from "typebox";
import { countLiveKeys, createKey, isLive, listKeys, revokeKey, TooManyKeys } from "#data/accounts.ts";
import type { Database } from "#data/mongo.ts";
import { KeyList, type KeyRecord, KeyReply, KeyRequest, NewKeyReply } from "#schemas/account.ts";
import { Uuid } from "#schemas/common.ts";
import { keyWith, refuseMoreScopes } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { routesOf } from "../http/route.ts";
import { bodyRules } from "../http/validation.ts";
import { countedAlone } from "./countedAlone.ts";
import { presentKey } from "./present.ts";

const defineRoute = routesOf({ tag: "Account", errorShape: "submit" });

/** The account's keys, oldest first. */
export const listApiKeys = defineRoute({
  id: "listApiKeys",
  client: { resource: "keys", method: "list", unwrap: "keys" },
  method: "GET",
  path: "/account/keys",
  summary: "List API keys",
  auth: keyWith("read", "render", "monitor"),
  responses: { 200: { description: "Every key, revoked ones too.", json: KeyList } },
  errors: [],
  async handle({ caller }, { database }) {
    const records = await listKeys(database, caller.accountId);
    return { status: 200, json: { success: true, keys: records.map(presentKey) } };
  },
});

/** The key of the call itself. */
export const getCurrentApiKey = defineRoute({
  id: "getCurrentApiKey",
  client: { resource: "keys", method: "current", unwrap: "key", help: "The key of this client, with its scopes." },
  method: "GET",
  path: "/account/keys/current",
  summary: "Get the API key of this call",
  description: "Programs read the scopes of their own key from it.",
  auth: keyWith("read", "render", "monitor"),
  responses: { 200: { description: "The key, or that of the session.", json: KeyReply } },
  errors: ["not_found"],
  async handle({ caller }, { database }) {
    return { status: 200, json: { success: true, key: presentKey(await find(database, caller, caller.keyId)) } };
  },
});

const keyRules = bodyRules(Type.Partial(KeyRequest), ({ expiresAt }, _fieldNames, { now }) =>
  expiresAt === undefined || new Date(expiresAt) > now()
    ? []
    : [{ field: "expiresAt", message: "must not be in the past" }],
);

/** Creates a key with at most the scopes of the caller's key. */
export const createApiKey = defineRoute({
  id: "createApiKey",
  client: { resource: "keys", method: "create", help: "A new key. Only this reply has the key itself." },
  method: "POST",
  path: "/account/keys",
  summary: "Create an API key",
  description: "The new key gets at most the scopes of the key that creates it. At most five keys are live at once.",
  auth: keyWith("render", "monitor", "read"),
  body: KeyRequest,
  example: { name: "CI", scopes: ["render", "read"] },
  rules: keyRules,
  responses: {
    201: { description: "The key was created.", json: NewKeyReply, links: { revokeApiKey: "$response.body#/key/id" } },
  },
  errors: ["too_many_keys"],
  async handle({ body, caller }, { database }) {
    refuseMoreScopes(caller, body.scopes);
    const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt);
    const { accountId } = caller;
    const order = { ...body, accountId, expiresAt };
    const { id, key: apiKey } = await countedAlone({ database, accountId, kind: "keys" }, () => make(database, order));
    return { status: 201, json: { success: true, key: presentKey(await find(database, caller, id)), apiKey } };
  },
});

/** Revokes a key. */
export const revokeApiKey = defineRoute({
  id: "revokeApiKey",
  client: { resource: "keys", method: "revoke", unwrap: "key" },
  method: "DELETE",
  path: "/account/keys/:id",
  summary: "Revoke an API key",
  description:
    "Takes effect within five seconds, also for the key of this call. Only the operator can revoke an account's last live key.",
  auth: keyWith("render", "monitor", "read"),
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  responses: { 200: { description: "The revoked key.", json: KeyReply } },
  errors: ["not_found", "last_key"],
  async handle({ params, caller }, { database, now }) {
    const key = await find(database, caller, params.id);
    refuseMoreScopes(caller, key.scopes);
    await countedAlone({ database, accountId: caller.accountId, kind: "keys" }, async () => {
      if (isLive(key, now()) && (await countLiveKeys(database, caller.accountId)) === 1) throw new ApiError("last_key");
      if (key.revokedAt === null) await revokeKey(database, key.keyId);
    });
    return { status: 200, json: { success: true, key: presentKey(await find(database, caller, params.id)) } };
  },
});

async function find(database: Database, { accountId }: Caller, keyId: string): Promise<KeyRecord> {
  const record = await database.keys.findOne({ keyId: keyId.toLowerCase() });
  if (record === null || record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

async function make(database: Database, order: Parameters<typeof createKey>[1]) {
  try {
    return await createKey(database, order);
  } catch (error) {
    if (error instanceof TooManyKeys) throw new ApiError("too_many_keys");
    throw error;
  }
}
