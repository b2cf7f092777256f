import { Type } from "typebox";
import { type Listed, onlyFields } from "#data/listFields.ts";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import { Uuid } from "#schemas/common.ts";
import {
  maxSigningKeys,
  NewSigningKeyReply,
  type SigningKey,
  SigningKeyList,
  type SigningKeyRecord,
  SigningKeyReply,
  SigningKeyRequest,
} from "#schemas/imageLink.ts";
import { signingSecret } from "#vault/signatures.ts";
import { countedAlone } from "./countedAlone.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { defineRoute } from "../http/route.ts";

const routeDefaults = { tag: "Signed links", auth: keyWith("render"), errorShape: "submit" } as const;

const listedOfSigningKey = onlyFields("name", "createdAt");
type ListedSigningKey = Listed<SigningKeyRecord, keyof typeof listedOfSigningKey>;

/** The account's signing keys, oldest first. */
export const listSigningKeys = defineRoute({
  ...routeDefaults,
  id: "listSigningKeys",
  client: { resource: "signingKeys", method: "list", unwrap: "keys" },
  method: "GET",
  path: "/account/signing-keys",
  summary: "List keys that sign image links",
  responses: { 200: { description: "Every key, without its secret.", json: SigningKeyList } },
  errors: [],
  async handle({ caller: { accountId } }, { database }) {
    const records = await database.signingKeys
      .find<ListedSigningKey>({ accountId }, { projection: listedOfSigningKey })
      .sort({ _id: 1 })
      .toArray();
    return { status: 200, json: { success: true, keys: records.map(presentSigningKey) } };
  },
});

/** Creates a signing key. */
export const createSigningKey = defineRoute({
  ...routeDefaults,
  id: "createSigningKey",
  client: {
    resource: "signingKeys",
    method: "create",
    args: { name: "name" },
    help: "Creates a key. Its secret is shown only here.",
  },
  method: "POST",
  path: "/account/signing-keys",
  summary: "Create a key that signs image links",
  description:
    "Links that are signed with its secret need no API key. An account has at most 20 signing keys. To change keys, create one, sign new links with it, and delete the old one when its links are gone.",
  body: SigningKeyRequest,
  example: { name: "website" },
  idempotent: true,
  responses: {
    201: {
      description: "The key was created.",
      json: NewSigningKeyReply,
      links: { deleteSigningKey: "$response.body#/key/id" },
    },
  },
  errors: ["too_many_signing_keys"],
  async handle({ body: { name }, caller: { accountId }, reservation: { id: _id, at: createdAt } }, ports) {
    const { signingKeys } = ports.database;
    const record = { _id, accountId, name, createdAt };
    await countedAlone({ database: ports.database, accountId, kind: "signingKeys" }, async () => {
      if ((await signingKeys.countDocuments({ accountId, _id: { $ne: _id } })) >= maxSigningKeys)
        throw new ApiError("too_many_signing_keys");
      await insertIfAbsent(signingKeys, record);
    });
    const secret = signingSecret(ports.signingKey, _id);
    return { status: 201, json: { success: true, key: presentSigningKey(record), secret } };
  },
});

/** Deletes a signing key. */
export const deleteSigningKey = defineRoute({
  ...routeDefaults,
  id: "deleteSigningKey",
  client: {
    resource: "signingKeys",
    method: "delete",
    unwrap: "key",
    help: "Deletes a key. Every link that it signed stops working.",
  },
  method: "DELETE",
  path: "/account/signing-keys/:id",
  summary: "Delete a key that signs image links",
  description: "Every link that it signed stops working at once. Links of other keys go on working.",
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  responses: { 200: { description: "The key as it was.", json: SigningKeyReply } },
  errors: ["not_found"],
  async handle({ params, caller: { accountId } }, { database }) {
    const record = await database.signingKeys.findOneAndDelete({ _id: params.id.toLowerCase(), accountId });
    if (record === null) throw new ApiError("not_found");
    return { status: 200, json: { success: true, key: presentSigningKey(record) } };
  },
});

function presentSigningKey({ _id, name, createdAt }: ListedSigningKey): SigningKey {
  return { id: _id, name, createdAt: createdAt.toISOString() };
}
