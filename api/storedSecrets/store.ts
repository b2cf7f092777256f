import { type Listed, onlyFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import { secretId } from "#data/storedSecrets.ts";
import type { SecretRecord, SecretUse } from "#schemas/secret.ts";
import { ApiError } from "../http/errors.ts";

const listedOfSecret = onlyFields("name", "createdAt", "updatedAt");

/** The fields of a secret that replies show. */
export type ListedSecret = Listed<SecretRecord, keyof typeof listedOfSecret>;

/** An account's secrets by name, without their values. */
export function findSecrets({ secrets }: Database, accountId: string): Promise<ListedSecret[]> {
  return secrets.find<ListedSecret>({ accountId }, { projection: listedOfSecret }).sort({ _id: 1 }).toArray();
}

/** A secret of an account, without its value. @throws ApiError `not_found`. */
export async function readSecret({ secrets }: Database, accountId: string, name: string): Promise<ListedSecret> {
  const found = await secrets.findOne<ListedSecret>({ _id: secretId(accountId, name) }, { projection: listedOfSecret });
  if (found === null) throw new ApiError("not_found");
  return found;
}

/** The resources that use each secret of an account, by the secret's name. */
export async function usesOfSecrets(database: Database, accountId: string): Promise<Map<string, SecretUse[]>> {
  const { monitors, monitorSitemaps, schedules, presets, signIns } = database;
  const namedFilter = { $exists: true } as const;
  const ownFilter = { accountId, "spec.wanted": { $ne: "deleted" as const } };
  const foundUses = await Promise.all([
    monitors
      .find({ ...ownFilter, "spec.secretNames": namedFilter }, { projection: { "spec.secretNames": 1 } })
      .map(({ _id, spec }) => ({ type: "monitor" as const, id: _id, names: Object.values(spec.secretNames ?? {}) }))
      .toArray(),
    monitorSitemaps
      .find(
        { ...ownFilter, "spec.template.secretNames": namedFilter },
        { projection: { "spec.template.secretNames": 1 } },
      )
      .map(({ _id, spec }) => ({
        type: "sitemap" as const,
        id: _id,
        names: Object.values(spec.template.secretNames ?? {}),
      }))
      .toArray(),
    schedules
      .find(
        { accountId, status: { $in: ["active", "paused"] }, "spec.secretNames": namedFilter },
        { projection: { "spec.secretNames": 1 } },
      )
      .map(({ _id, spec }) => ({ type: "schedule" as const, id: _id, names: [spec.secretNames ?? []] }))
      .toArray(),
    presets
      .find({ accountId, secretNames: namedFilter }, { projection: { name: 1, secretNames: 1 } })
      .map(({ name, secretNames = [] }) => ({ type: "preset" as const, id: name, names: [secretNames] }))
      .toArray(),
    signIns
      .find({ accountId }, { projection: { name: 1, secretNames: 1 } })
      .map(({ name, secretNames }) => ({ type: "sign_in" as const, id: name, names: [secretNames] }))
      .toArray(),
  ]);
  const uses = new Map<string, SecretUse[]>();
  for (const { type, id, names } of foundUses.flat()) {
    for (const name of new Set(names.flat())) uses.set(name, [...(uses.get(name) ?? []), { type, id }]);
  }
  return uses;
}
