import { Type } from "typebox";
import { secretId } from "#data/storedSecrets.ts";
import { PresetName } from "#schemas/common.ts";
import {
  maxSecrets,
  secretField,
  SecretList,
  type SecretRequest,
  SecretReply,
  SecretRequest as Body,
} from "#schemas/secret.ts";
import { seal } from "#vault/seal.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { defineRoute } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { presentSecret } from "./present.ts";
import { findSecrets, type ListedSecret, readSecret, usesOfSecrets } from "./store.ts";

const routeDefaults = { tag: "Secrets", errorShape: "submit", auth: keyWith("render") } as const;

/** Stores a secret. */
export const storeSecret = defineRoute({
  ...routeDefaults,
  id: "storeSecret",
  client: { resource: "secrets", method: "store", unwrap: "secret" },
  method: "POST",
  path: "/secrets",
  summary: "Store a secret",
  description:
    "Keeps a value under a name. `{{secret:name}}` stands for it in values of `headers`, `cookies`, `httpAuth` and `steps`. A secret of that name gets the new value, and captures use it from then on. No reply shows a value. An account has at most 100 secrets.",
  body: Body,
  example: { name: "shop-password", value: "correct horse" },
  responses: {
    200: {
      description: "The secret was stored.",
      json: SecretReply,
      links: { deleteSecret: "$response.body#/secret/name" },
    },
  },
  errors: ["too_many_secrets"],
  async handle({ body, caller: { accountId } }, ports) {
    const secret = await keepSecret(ports, accountId, body);
    const uses = await usesOfSecrets(ports.database, accountId);
    return { status: 200, json: { success: true, secret: presentSecret(secret, uses) } };
  },
});

/** @throws ApiError `too_many_secrets`. */
async function keepSecret(
  { database, keyRing, now }: ApiPorts,
  accountId: string,
  { name, value }: SecretRequest,
): Promise<ListedSecret> {
  const { secrets } = database;
  const _id = secretId(accountId, name);
  const sealedValue = seal(keyRing, value, { accountId, entityId: _id, field: secretField });
  const updatedAt = now();
  return countedAlone({ database, accountId, kind: "secrets" }, async () => {
    if ((await secrets.countDocuments({ accountId, _id: { $ne: _id } })) >= maxSecrets)
      throw new ApiError("too_many_secrets");
    await secrets.updateOne(
      { _id },
      { $set: { value: sealedValue, updatedAt }, $setOnInsert: { accountId, name, createdAt: updatedAt } },
      { upsert: true },
    );
    return readSecret(database, accountId, name);
  });
}

/** The account's secrets. */
export const listSecrets = defineRoute({
  ...routeDefaults,
  id: "listSecrets",
  client: { resource: "secrets", method: "list", unwrap: "secrets" },
  method: "GET",
  path: "/secrets",
  summary: "List secrets by name",
  description: "Shows names and uses. No value is shown.",
  responses: { 200: { description: "Every secret.", json: SecretList } },
  errors: [],
  async handle({ caller: { accountId } }, { database }) {
    const [records, uses] = await Promise.all([findSecrets(database, accountId), usesOfSecrets(database, accountId)]);
    return { status: 200, json: { success: true, secrets: records.map((record) => presentSecret(record, uses)) } };
  },
});

/** Deletes a secret. */
export const deleteSecret = defineRoute({
  ...routeDefaults,
  id: "deleteSecret",
  client: { resource: "secrets", method: "delete", unwrap: "secret" },
  method: "DELETE",
  path: "/secrets/:name",
  summary: "Delete a secret",
  description:
    "Captures that name it then fail as `secret_unusable`. The reply shows the secret for the last time, with what still names it.",
  params: Type.Object({ name: PresetName }, { additionalProperties: false }),
  responses: { 200: { description: "The secret as it was.", json: SecretReply } },
  errors: ["not_found"],
  async handle({ params: { name }, caller: { accountId } }, { database }) {
    const [secret, uses] = await Promise.all([
      readSecret(database, accountId, name),
      usesOfSecrets(database, accountId),
    ]);
    await database.secrets.deleteOne({ _id: secret._id });
    return { status: 200, json: { success: true, secret: presentSecret(secret, uses) } };
  },
});
