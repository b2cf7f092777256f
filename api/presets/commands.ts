import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import {
  maxPresets,
  type PresetChange,
  type PresetOptions,
  type PresetRecord,
  type PresetRequest,
} from "#schemas/preset.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { ApiError } from "../http/errors.ts";
import type { Reservation } from "../http/idempotency.ts";
import type { ApiPorts } from "../ports.ts";
import { keepTexts } from "../renders/texts.ts";
import { requireSecrets, secretNamesOf } from "../storedSecrets/references.ts";
import { findPreset, presetId } from "./store.ts";
import { checkOptions } from "./validate.ts";

type PresetOrder = { accountId: string; request: PresetRequest; reservation: Reservation };

/**
 * Stores a preset.
 * @throws ApiError `preset_exists` or `too_many_presets`.
 */
export async function acceptPreset(
  ports: ApiPorts,
  { accountId, request, reservation }: PresetOrder,
): Promise<PresetRecord> {
  const { database } = ports;
  const { name } = request;
  const { at, isRepeat } = reservation;
  const earlier = await findPreset(database, accountId, name);
  if (earlier !== null) {
    // The call that broke off has stored it.
    if (isRepeat && earlier.createdAt.getTime() === at.getTime()) return earlier;
    throw new ApiError("preset_exists");
  }
  return countedAlone({ database, accountId, kind: "presets" }, async () => {
    if ((await database.presets.countDocuments({ accountId })) >= maxPresets) throw new ApiError("too_many_presets");
    await requireSecrets(ports, accountId, { options: request.options, place: "options" });
    const stored = await toStored(ports, accountId, request.options);
    const record = { _id: presetId(accountId, name), accountId, name, ...stored, createdAt: at, updatedAt: at };
    if (!(await insertIfAbsent(database.presets, record))) throw new ApiError("preset_exists");
    return record;
  });
}

type Stored = Pick<PresetRecord, "options" | "texts" | "secretNames">;

async function toStored(ports: ApiPorts, accountId: string, options: PresetOptions): Promise<Stored> {
  const { css, script, steps, ...shownOptions } = options;
  const texts = await keepTexts(ports, accountId, {
    ...(css !== undefined && { css }),
    ...(script !== undefined && { script }),
    ...(steps !== undefined && { steps }),
  });
  const secretNames = secretNamesOf(options);
  return {
    options: JSON.stringify(shownOptions),
    ...(texts !== null && { texts }),
    ...(secretNames.length > 0 && { secretNames }),
  };
}

/**
 * Applies a change to a preset. Null removes an option.
 * @throws ApiError `validation_failed` if the options no longer fit together, `not_found` if it was deleted meanwhile.
 */
export async function changePreset(ports: ApiPorts, record: PresetRecord, change: PresetChange): Promise<PresetRecord> {
  const before: PresetOptions = JSON.parse(record.options);
  const entries = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null);
  // The schema has checked each option alone.
  const options: PresetOptions = Object.fromEntries(entries);
  const fields = checkOptions(ports.policy, options);
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
  await requireSecrets(ports, record.accountId, { options, place: "options" });
  const storedPreset = await toStored(ports, record.accountId, options);
  const keptTexts = Object.entries(record.texts ?? {}).filter(([name]) => !Object.hasOwn(change, name));
  const texts = { ...Object.fromEntries(keptTexts), ...storedPreset.texts };
  const { _id } = record;
  const updatedRecord = await ports.database.presets.findOneAndUpdate(
    { _id },
    {
      $set: {
        options: storedPreset.options,
        texts,
        ...(Object.hasOwn(change, "steps") && { secretNames: storedPreset.secretNames ?? [] }),
        updatedAt: ports.now(),
      },
    },
    { returnDocument: "after" },
  );
  if (updatedRecord === null) throw new ApiError("not_found");
  return updatedRecord;
}
