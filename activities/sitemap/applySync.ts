import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import { newMonitor } from "#data/monitors.ts";
import { templateFor } from "#data/secrets.ts";
import { phaseOf, syncChangesField } from "#data/sitemaps.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { SitemapRecord, SitemapSyncRecord } from "#schemas/monitor/sitemap.ts";
import { open } from "#vault/open.ts";
import { seal } from "#vault/seal.ts";
import { monitorInput } from "#orders/inputs.ts";
import { monitorSignals } from "#orders/messages.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import type { ActivityPorts } from "../ports.ts";
import { readSitemap } from "../projections/sitemaps.ts";
import type { Undispatched } from "../reconcile/outbox.ts";
import type { PageChange } from "./differ.ts";

/** A step of a sync: `count` changes from the position `from`. */
export type ApplySyncInput = { syncId: string; from: number; count: number };

/** The workflows to start and to signal, and numbers of changes. */
export type AppliedStep = { dispatches: Undispatched[]; added: number; paused: number; resumed: number };

/** The ports that a step uses. */
type Ports = Pick<ActivityPorts, "database" | "keyRing">;

type Step = { ports: Ports; sitemap: SitemapRecord; sync: SitemapSyncRecord };

/**
 * Makes, pauses and resumes monitors. Each change has an outbox entry before it is written, so the reconciler starts or signals
 * the monitor if this sync ends early. A repeat makes nothing twice and returns the same.
 */
export async function applySync(
  ports: Ports,
  { syncId, from, count }: ApplySyncInput,
  signal: AbortSignal,
): Promise<AppliedStep> {
  const step: AppliedStep = { dispatches: [], added: 0, paused: 0, resumed: 0 };
  const sync = await ports.database.sitemapSyncs.findOne({ _id: syncId });
  if (sync === null) return step;
  const sitemap = await readSitemap(ports.database, sync.sitemapId);
  if (sitemap.spec.wanted === "deleted") return step;
  for (const change of changesOf(ports, sync).slice(from, from + count)) {
    signal.throwIfAborted();
    const made = await applyOne({ ports, sitemap, sync }, change);
    if (made === null) continue;
    step.dispatches.push(made);
    if (change.type === "add") step.added += 1;
    if (change.type === "pause") step.paused += 1;
    if (change.type === "resume") step.resumed += 1;
  }
  return step;
}

function changesOf({ keyRing }: Ports, { _id, accountId, changes }: SitemapSyncRecord): PageChange[] {
  if (changes === null) return [];
  // `planSync` sealed this JSON, and GCM proves that it is unchanged.
  const list: PageChange[] = JSON.parse(open(keyRing, changes, { accountId, entityId: _id, field: syncChangesField }));
  return list;
}

/** Makes one change. Returns the monitor's workflow to start or to signal; null if nothing was to do. */
async function applyOne(step: Step, change: PageChange): Promise<Undispatched | null> {
  switch (change.type) {
    case "add":
      return add(step, change);
    case "pause":
      return setWanted(step, change.id, "paused");
    case "resume":
      return setWanted(step, change.id, "active");
    case "back":
      await step.ports.database.monitors.updateOne(
        { _id: change.id, "sitemap.keptByOwnerAt": { $ne: null } },
        { $set: { "sitemap.keptByOwnerAt": null } },
      );
      return null;
  }
}

async function add({ ports, sitemap, sync }: Step, page: { id: string; url: string }): Promise<Undispatched | null> {
  const { monitors } = ports.database;
  await writeEntry(ports, { _id: page.id, type: "monitor", accountId: sitemap.accountId });
  const record = toMonitor(ports, sitemap, { ...page, createdAt: sync.createdAt });
  const isNew = await insertIfAbsent(monitors, record);
  const monitor = isNew ? record : await monitors.findOne({ _id: page.id });
  if (monitor === null || monitor.accountId !== sitemap.accountId) return null;
  return { id: page.id, order: { type: "monitor", input: monitorInput(monitor) }, cancelRequested: false };
}

async function setWanted(
  { ports, sync }: Step,
  id: string,
  wantedStatus: "active" | "paused",
): Promise<Undispatched | null> {
  const { monitors } = ports.database;
  const entryId = `${id}:${sync._id}`;
  await writeEntry(ports, { _id: entryId, type: "monitorChange", accountId: sync.accountId });
  const before = wantedStatus === "paused" ? "active" : "paused";
  const missingSince = wantedStatus === "paused" ? sync.createdAt : null;
  await monitors.updateOne(
    { _id: id, "spec.wanted": before, "sitemap.missingSince": wantedStatus === "paused" ? null : { $ne: null } },
    {
      $set: { "spec.wanted": wantedStatus, "sitemap.missingSince": missingSince, updatedAt: sync.createdAt },
      $inc: { specRev: 1 },
    },
  );
  const monitor = await monitors.findOne({ _id: id });
  // The owner was faster. The reconciler then has the workflow read the record once more, which does no harm.
  if (monitor?.spec.wanted !== wantedStatus || monitor.sitemap?.missingSince?.getTime() !== missingSince?.getTime())
    return null;
  const order = { type: "monitor", input: monitorInput(monitor) } as const;
  return { id: entryId, order, cancelRequested: false, signal: { name: monitorSignals.changed, args: [] } };
}

function writeEntry({ database }: Ports, entry: Pick<OutboxRecord, "_id" | "type" | "accountId">) {
  return insertIfAbsent(database.outbox, { ...entry, jobIds: [], createdAt: new Date() });
}

/** Maximum characters of a monitor's name. */
const maxNameChars = 100;

/** The record of a page's monitor, with the template's secrets sealed for it. */
function toMonitor(
  { keyRing }: Ports,
  { _id: sitemapId, accountId, keyId, requestId, spec }: SitemapRecord,
  { id: _id, url, createdAt }: { id: string; url: string; createdAt: Date },
): MonitorRecord {
  const template = templateFor(keyRing, spec.template, { accountId, sitemapId, monitorId: _id });
  const { host, pathname } = new URL(url);
  const sealedUrl = seal(keyRing, url, { accountId, entityId: _id, field: "url" });
  const intervalMs = template.intervalMinutes * 60_000;
  return newMonitor({
    _id,
    accountId,
    keyId,
    requestId,
    spec: {
      ...template,
      name: `${host}${pathname}`.slice(0, maxNameChars),
      host,
      throttleKey: throttleKeyOf(url),
      url: sealedUrl,
    },
    sitemap: {
      id: sitemapId,
      missingSince: null,
      keptByOwnerAt: null,
      tickOffsetMs: Math.floor(phaseOf(_id) * intervalMs),
    },
    createdAt,
  });
}
