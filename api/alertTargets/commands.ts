import {
  type AlertTargetPatch,
  type AlertTargetRecord,
  type AlertTargetRequest,
  maxAlertTargets,
} from "#schemas/alertTarget.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { seal } from "#vault/seal.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { ApiError } from "../http/errors.ts";
import type { Reservation } from "../http/idempotency.ts";
import { changeChannel, problemsOfChannels } from "../monitors/channelSpec.ts";
import { problemsOfRecipients } from "../monitors/receivers.ts";
import { tidyTags } from "../monitors/spec.ts";
import type { ApiPorts } from "../ports.ts";
import { readAlertTarget } from "./store.ts";
import { problemsOfTemplate } from "./template.ts";

type TargetOrder = { accountId: string; request: AlertTargetRequest; reservation: Reservation };

/** Keeps an alert target. @throws ApiError `validation_failed`, `alert_target_exists` or `too_many_alert_targets`. */
export async function acceptAlertTarget(
  ports: ApiPorts,
  { accountId, request, reservation }: TargetOrder,
): Promise<AlertTargetRecord> {
  const { alertTargets } = ports.database;
  const { id: _id, at: createdAt, isRepeat } = reservation;
  const earlier = isRepeat ? await alertTargets.findOne({ _id }) : null;
  if (earlier !== null) return earlier;
  const lists = { channels: [], recipientIds: [], tags: [], allMonitors: false, template: null };
  const empty = { _id, accountId, name: request.name, ...lists, createdAt, updatedAt: createdAt };
  await checkChange(ports, empty, request);
  const record = changed(ports, empty, request);
  await countedAlone({ database: ports.database, accountId, kind: "alertTargets" }, async () => {
    await requireFreeName(ports, record);
    if ((await alertTargets.countDocuments({ accountId })) >= maxAlertTargets)
      throw new ApiError("too_many_alert_targets");
    await alertTargets.insertOne(record);
  });
  return record;
}

/**
 * Changes an alert target. Messages that are recorded later go to it as it is then.
 * @throws ApiError `validation_failed` or `alert_target_exists`.
 */
export async function changeAlertTarget(
  ports: ApiPorts,
  record: AlertTargetRecord,
  change: AlertTargetPatch,
): Promise<AlertTargetRecord> {
  const { _id, accountId } = record;
  await checkChange(ports, record, change);
  const { name, channels, recipientIds, tags, allMonitors, template } = changed(ports, record, change);
  const updatedAt = ports.now();
  await countedAlone({ database: ports.database, accountId, kind: "alertTargets" }, async () => {
    await requireFreeName(ports, { _id, accountId, name });
    const $set = { name, channels, recipientIds, tags, allMonitors, template, updatedAt };
    await ports.database.alertTargets.updateOne({ _id }, { $set });
  });
  return readAlertTarget(ports.database, accountId, _id);
}

async function requireFreeName(
  { database }: ApiPorts,
  { _id, accountId, name }: Pick<AlertTargetRecord, "_id" | "accountId" | "name">,
): Promise<void> {
  const found = await database.alertTargets.findOne({ accountId, name });
  if (found !== null && found._id !== _id) throw new ApiError("alert_target_exists");
}

/** @throws ApiError `validation_failed`. */
async function checkChange(ports: ApiPorts, before: AlertTargetRecord, change: AlertTargetPatch): Promise<void> {
  const ofRecipients = await problemsOfRecipients(ports.database, before.accountId, change.recipientIds ?? []);
  const fields: FieldProblem[] = [
    ...problemsOfChannels(ports.policy, before.channels, change.channels ?? []),
    ...ofRecipients,
    ...problemsOfNobody(before, change),
    ...problemsOfTemplate(change.template ?? {}),
  ];
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
}

/** A target needs a channel or a recipient. */
function problemsOfNobody(before: AlertTargetRecord, change: AlertTargetPatch): FieldProblem[] {
  const { channels = before.channels, recipientIds = before.recipientIds } = change;
  if (channels.length + recipientIds.length > 0) return [];
  return [{ field: "channels", message: "must have at least one channel if recipientIds is empty" }];
}

/** The record after a checked change. Fields that are not given stay as they are. */
function changed({ keyRing }: ApiPorts, before: AlertTargetRecord, change: AlertTargetPatch): AlertTargetRecord {
  const { _id: entityId, accountId } = before;
  const sealText = (field: string, text: string) => seal(keyRing, text, { accountId, entityId, field });
  const { name = before.name, channels, recipientIds, tags, allMonitors = before.allMonitors } = change;
  return {
    ...before,
    name,
    channels: channels?.map((channel) => changeChannel(sealText, before.channels, channel)) ?? before.channels,
    recipientIds: recipientIds?.map((id) => id.toLowerCase()) ?? before.recipientIds,
    tags: tags === undefined ? before.tags : tidyTags(tags),
    allMonitors,
    template: change.template === undefined ? before.template : change.template,
  };
}
