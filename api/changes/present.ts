import type { Database } from "#data/mongo.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { PageChange, PageChangeRecord } from "#schemas/monitor/pageChange.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { linkMs } from "#schemas/settings/retention.ts";
import { signReviewUrl } from "#vault/signatures.ts";
import { pairUrl } from "../monitors/pairUrl.ts";
import type { ApiPorts, Links } from "../ports.ts";

/** Changes as clients see them, in their order. */
export async function presentPageChanges(ports: ApiPorts, records: readonly PageChangeRecord[]): Promise<PageChange[]> {
  const monitors = await readMonitors(ports.database, records);
  const pairedIds = await readPaired(ports.database, records);
  return records.map((record) => presentOne(ports, record, { monitor: monitors.get(record.monitorId), pairedIds }));
}

/** One change as clients see it. */
export async function presentPageChange(ports: ApiPorts, record: PageChangeRecord): Promise<PageChange> {
  const [shown] = await presentPageChanges(ports, [record]);
  if (shown === undefined) throw new Error("A change is presented as none.");
  return shown;
}

/** The fields of a monitor that its changes show. */
const monitorFields = { "spec.name": 1, "spec.baselineMode": 1 } as const;
type ChangedMonitor = Pick<MonitorRecord, "_id"> & { spec: Pick<MonitorRecord["spec"], "name" | "baselineMode"> };

type Around = { monitor: ChangedMonitor | undefined; pairedIds: ReadonlySet<string> };

function presentOne(links: Links, record: PageChangeRecord, { monitor, pairedIds }: Around): PageChange {
  const { _id: id, monitorId, summary, openedAt, seenAt, seenBy, decision, note } = record;
  const expires = Math.floor((links.now().getTime() + linkMs.review) / 1_000);
  return {
    id,
    monitorId,
    runId: id,
    title: monitor?.spec.name ?? "A deleted monitor",
    summary,
    state: seenAt === null ? "unseen" : "seen",
    baselineMode: monitor?.spec.baselineMode ?? "rolling",
    openedAt: openedAt.toISOString(),
    seenAt: seenAt?.toISOString() ?? null,
    seenBy,
    decision,
    note,
    pairUrl: pairedIds.has(id) ? pairUrl(links, record) : null,
    reviewUrl: signReviewUrl(links, id, expires),
  };
}

async function readMonitors(
  { monitors }: Database,
  records: readonly PageChangeRecord[],
): Promise<ReadonlyMap<string, ChangedMonitor>> {
  const ids = [...new Set(records.map(({ monitorId }) => monitorId))];
  if (ids.length === 0) return new Map();
  const found = await monitors.find<ChangedMonitor>({ _id: { $in: ids } }, { projection: monitorFields }).toArray();
  return new Map(found.map((monitor) => [monitor._id, monitor]));
}

/** The ids of the runs that have a picture of the changed part. */
async function readPaired({ runs }: Database, records: readonly PageChangeRecord[]): Promise<ReadonlySet<string>> {
  if (records.length === 0) return new Set();
  const found = await runs
    .find<Pick<RunRecord, "_id" | "pair">>(
      { _id: { $in: records.map(({ _id }) => _id) } },
      { projection: { "pair.key": 1 } },
    )
    .toArray();
  return new Set(found.flatMap(({ _id, pair }) => (pair === undefined ? [] : [_id])));
}
