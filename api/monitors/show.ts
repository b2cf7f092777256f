import { findMonitorDefaults, withDefaults } from "#data/monitorDefaults.ts";
import type { Database } from "#data/mongo.ts";
import type { Addresses } from "#schemas/account.ts";
import type { Sealed } from "#schemas/common.ts";
import type { Monitor, MonitorRecord } from "#schemas/monitor/monitor.ts";
import { openShown } from "#vault/openShown.ts";
import { shownUrl } from "#rules/pageUrl.ts";
import type { ApiPorts } from "../ports.ts";
import { presentMonitor } from "./present.ts";

/** The ends of back-offs by throttle key. */
type Backoffs = ReadonlyMap<string, Date>;
type ShowPorts = Pick<ApiPorts, "database" | "keyRing" | "now">;

/**
 * A monitor as its account shows it: with the settings that it inherits, and with the address of its page, if the account's
 * setting says so.
 */
export async function showMonitor(ports: ShowPorts, record: MonitorRecord, backoffs?: Backoffs): Promise<Monitor> {
  const pageUrl = toPageUrl(ports, record, await readAddresses(ports.database, record.accountId));
  const { inherited } = withDefaults(record, await findMonitorDefaults(ports.database, record.accountId));
  return { ...presentMonitor(ports, record, backoffs), inherited, ...pageUrl };
}

/** The same for records of a list, which have no sealed fields. */
export async function showMonitors(
  ports: ShowPorts,
  { accountId, records, backoffs }: { accountId: string; records: readonly MonitorRecord[]; backoffs: Backoffs },
): Promise<Monitor[]> {
  const addresses = await readAddresses(ports.database, accountId);
  const defaults = await findMonitorDefaults(ports.database, accountId);
  const urls =
    addresses === "host" ? new Map<string, Sealed>() : await readUrls(ports.database, { accountId, records });
  return records.map((record) => {
    const url = urls.get(record._id);
    const pageUrl = url === undefined ? {} : toPageUrl(ports, { ...record, spec: { ...record.spec, url } }, addresses);
    return {
      ...presentMonitor(ports, record, backoffs),
      inherited: withDefaults(record, defaults).inherited,
      ...pageUrl,
    };
  });
}

async function readUrls(
  { monitors }: Database,
  { accountId, records }: { accountId: string; records: readonly MonitorRecord[] },
): Promise<ReadonlyMap<string, Sealed>> {
  const query = { _id: { $in: records.map(({ _id }) => _id) }, accountId };
  const found = await monitors.find(query, { projection: { "spec.url": 1 } }).toArray();
  return new Map(found.map(({ _id, spec }) => [_id, spec.url]));
}

async function readAddresses({ accounts }: Database, accountId: string): Promise<Addresses> {
  const account = await accounts.findOne({ _id: accountId }, { projection: { addresses: 1 } });
  return account?.addresses ?? "host";
}

function toPageUrl(
  { keyRing }: ShowPorts,
  { _id: entityId, accountId, spec }: MonitorRecord,
  addresses: Addresses,
): Pick<Monitor, "pageUrl"> {
  if (addresses === "host") return {};
  const pageUrl = shownUrl(openShown(keyRing, spec.url, { accountId, entityId, field: "url" }), addresses);
  return pageUrl === null ? {} : { pageUrl };
}
