import { targetOrigin } from "#rules/alertTargets.ts";
import type { AlertTargetRecord, ListedAlertTarget } from "#schemas/alertTarget.ts";
import type { MessageTemplate } from "#schemas/messageTemplate.ts";
import type { ChannelRecord } from "#schemas/monitor/channels.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import { withoutFields } from "./listFields.ts";
import type { Database } from "./mongo.ts";
import { targetIdsOf } from "./monitorDefaults.ts";

const unlistedFields = withoutFields<AlertTargetRecord>()("channels.sealed");

/** The fields of a monitor's spec that choose its alert targets. */
export const choosingFields = ["tags", "targetIds", "ignoreDefaults"] as const;

type Teller = {
  _id: string;
  accountId: string;
  spec: Pick<MonitorRecord["spec"], (typeof choosingFields)[number] | "channels">;
};

/** An account's alert targets by name, without the sealed settings of their channels. There are at most 50. */
export function findAlertTargets({ alertTargets }: Database, accountId: string): Promise<ListedAlertTarget[]> {
  return alertTargets
    .find<ListedAlertTarget>({ accountId }, { projection: unlistedFields })
    .sort({ name: 1 })
    .toArray();
}

/** The alert targets that a monitor tells now, by name. */
export async function targetsOf(
  database: Database,
  { accountId, spec }: Omit<Teller, "_id">,
): Promise<AlertTargetRecord[]> {
  const targets = await database.alertTargets.find({ accountId }).sort({ name: 1 }).toArray();
  if (targets.length === 0) return [];
  const chooser = { tags: spec.tags, targetIds: await targetIdsOf(database, { accountId, spec }) };
  return targets.filter(({ _id: id, tags, allMonitors }) => targetOrigin({ id, tags, allMonitors }, chooser) !== null);
}

/**
 * The channels that a monitor tells, its own first. `sealedFor` is the id of the record that their settings are sealed for.
 * `template` is the wording of their alert target, null for the usual one.
 */
export async function channelsOf(
  database: Database,
  monitor: Teller,
): Promise<{ channel: ChannelRecord; sealedFor: string; template: MessageTemplate | null }[]> {
  const { _id, spec } = monitor;
  const targets = await targetsOf(database, monitor);
  const own = { _id, channels: spec.channels, template: null };
  return [own, ...targets].flatMap(({ _id: sealedFor, channels, template }) =>
    channels.map((channel) => ({ channel, sealedFor, template })),
  );
}
