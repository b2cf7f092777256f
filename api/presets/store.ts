import { type Listed, onlyFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { PresetRecord } from "#schemas/preset.ts";
import { ApiError } from "../http/errors.ts";

/** The `_id` of a preset. */
export function presetId(accountId: string, name: string): string {
  return `${accountId}:${name}`;
}

/** A preset of an account; null if there is none of this name. */
export function findPreset({ presets }: Database, accountId: string, name: string): Promise<PresetRecord | null> {
  return presets.findOne({ _id: presetId(accountId, name) });
}

/**
 * A preset of an account.
 * @throws ApiError `not_found`.
 */
export async function readPreset(database: Database, accountId: string, name: string): Promise<PresetRecord> {
  const record = await findPreset(database, accountId, name);
  if (record === null) throw new ApiError("not_found");
  return record;
}

const listedOfPreset = onlyFields("name", "options", "texts", "createdAt", "updatedAt");

/** The fields of a preset that replies show. */
export type ListedPreset = Listed<PresetRecord, keyof typeof listedOfPreset>;

/** An account's presets by name, from behind the id `after`. */
export function findPresets(
  { presets }: Database,
  accountId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<ListedPreset[]> {
  const query = { accountId, ...(after !== null && { _id: { $gt: after } }) };
  return presets.find<ListedPreset>(query, { projection: listedOfPreset }).sort({ _id: 1 }).limit(limit).toArray();
}
