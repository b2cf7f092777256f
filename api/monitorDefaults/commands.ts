import { findMonitorDefaults } from "#data/monitorDefaults.ts";
import { givenOf } from "#schemas/common.ts";
import {
  type DefaultSettings,
  maxTagsWithDefaults,
  type MonitorDefaultsPatch,
  type MonitorDefaultsRecord,
} from "#schemas/monitor/defaults.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { ApiError } from "../http/errors.ts";
import { checkReceivers } from "../monitors/receivers.ts";
import { checkTogether } from "../monitors/captureRules.ts";
import type { ApiPorts } from "../ports.ts";
import { requireNamed } from "../renders/requireNamed.ts";
import { changingCaptures, raiseRevisions } from "./affectedMonitors.ts";
import { defaultsId, type DefaultsOwner, readMonitorDefaults } from "./store.ts";

const noSettings: DefaultSettings = { capture: {}, alerts: {} };

/**
 * Changes the defaults of an account or of one of its tags. Their monitors have them from the next run and message on.
 * @throws ApiError `validation_failed` or `too_many_monitor_defaults`.
 */
export async function changeMonitorDefaults(
  ports: ApiPorts,
  owner: DefaultsOwner,
  change: MonitorDefaultsPatch,
): Promise<MonitorDefaultsRecord> {
  const { database } = ports;
  const { accountId, tag } = owner;
  const _id = defaultsId(owner);
  const given = withoutNulls({ ...noSettings, ...change });
  await checkReceivers(database, accountId, given);
  await requireNamed(ports, accountId, { options: given.capture, place: "capture" });
  return countedAlone({ database, accountId, kind: "monitorDefaults" }, async () => {
    const all = await findMonitorDefaults(database, accountId);
    const before = all.find((each) => each._id === _id);
    const settings = changed(before?.settings ?? noSettings, change);
    // Defaults that contradict a monitor's other settings are left out there, but not those that contradict each other.
    const fields = checkTogether(settings.capture);
    if (fields.length > 0) throw new ApiError("validation_failed", { fields });
    if (before === undefined && tag !== null && all.filter((each) => each.tag !== null).length >= maxTagsWithDefaults)
      throw new ApiError("too_many_monitor_defaults");
    const record: MonitorDefaultsRecord = { _id, accountId, tag, settings, updatedAt: ports.now() };
    const after = [...all.filter((each) => each._id !== _id), record];
    const apply = () => database.monitorDefaults.replaceOne({ _id }, record, { upsert: true });
    await write(ports, { before: all, after }, { owner, apply });
    return record;
  });
}

/** Removes the defaults of an account or of one of its tags, and returns them. @throws ApiError `not_found`. */
export async function removeMonitorDefaults(ports: ApiPorts, owner: DefaultsOwner): Promise<MonitorDefaultsRecord> {
  const { database } = ports;
  const { accountId } = owner;
  return countedAlone({ database, accountId, kind: "monitorDefaults" }, async () => {
    const record = await readMonitorDefaults(database, owner);
    const before = await findMonitorDefaults(database, accountId);
    const after = before.filter(({ _id }) => _id !== record._id);
    const apply = () => database.monitorDefaults.deleteOne({ _id: record._id });
    await write(ports, { before, after }, { owner, apply });
    return record;
  });
}

type DefaultsChange = { owner: DefaultsOwner; apply: () => Promise<unknown> };

/**
 * Writes a change of defaults. The monitors whose captures it changes get a new revision before and after, so that a run beside
 * it compares no capture with one of other settings.
 */
async function write(
  { database, now }: ApiPorts,
  sides: Parameters<typeof changingCaptures>[2],
  { owner, apply }: DefaultsChange,
): Promise<void> {
  const ids = await changingCaptures(database, owner, sides);
  await raiseRevisions(database, ids, now());
  await apply();
  await raiseRevisions(database, ids, now());
}

/** The settings after a checked change. Those that are not given stay; null removes one. */
function changed(before: DefaultSettings, change: MonitorDefaultsPatch): DefaultSettings {
  const { email, ...alerts } = change.alerts ?? {};
  const mails = email === null ? {} : lowered({ ...before.alerts.email, ...email });
  return withoutNulls({
    ...before,
    ...givenOf(change, ["timezone", "changeThreshold"]),
    capture: { ...before.capture, ...change.capture },
    alerts: {
      ...before.alerts,
      ...alerts,
      ...(alerts.targetIds != null && { targetIds: alerts.targetIds.map((id) => id.toLowerCase()) }),
      email: Object.keys(mails).length > 0 ? mails : null,
    },
  });
}

function lowered(email: NonNullable<DefaultSettings["alerts"]["email"]>): typeof email {
  const { recipientIds } = email;
  return { ...email, ...(recipientIds !== undefined && { recipientIds: recipientIds.map((id) => id.toLowerCase()) }) };
}

/** The same settings without those that are null. */
function withoutNulls(settings: object): DefaultSettings {
  return JSON.parse(JSON.stringify(settings, (_key, value: unknown) => (value === null ? undefined : value)));
}
