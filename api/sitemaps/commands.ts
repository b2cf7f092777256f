import { sitemapUrlField } from "#data/sitemaps.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import {
  maxSitemaps,
  sitemapDefaults,
  type SitemapPatch,
  type SitemapRecord,
  type SitemapRequest,
  type SitemapSpec,
} from "#schemas/monitor/sitemap.ts";
import { monitorSitemapInput } from "#orders/inputs.ts";
import { ownerSignals } from "#orders/messages.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { ApiError, within } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import type { Reservation } from "../http/idempotency.ts";
import { checkInterval, newPeriod } from "../monitors/commands.ts";
import { sealIn } from "../monitors/owner.ts";
import { changeSpec, plainSpec, problemsOfChange, type SpecBefore } from "../monitors/spec.ts";
import { problemsOfReceivers } from "../monitors/receivers.ts";
import { dispatch, writeEntry } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { trySignal, writeAndSignal } from "../signalAndAwait.ts";
import { problemsOfSecrets } from "../storedSecrets/references.ts";
import { problemsOfNames } from "../renders/requireNamed.ts";
import { countOtherSitemaps, readSitemap } from "./store.ts";

/** A sitemap to watch; schema and `newSitemapRules` have checked the request. */
export type SitemapOrder = { caller: Caller; requestId: string; request: SitemapRequest; reservation: Reservation };

/**
 * Records a sitemap and starts its workflow, which reads it at once.
 * @throws ApiError `plan_limit`, `too_many_sitemaps` or `validation_failed`.
 */
export async function acceptSitemap(ports: ApiPorts, order: SitemapOrder): Promise<SitemapRecord> {
  const { database } = ports;
  const { id: _id, isRepeat, at: createdAt } = order.reservation;
  const { accountId, keyId } = order.caller;
  const earlier = isRepeat ? await database.monitorSitemaps.findOne({ _id }) : null;
  if (earlier !== null) return earlier;
  const record: SitemapRecord = {
    _id,
    accountId,
    keyId,
    requestId: order.requestId,
    spec: await newSitemapSpec(ports, order),
    specRev: 1,
    syncRequestedAt: null,
    state: { nextSyncAt: createdAt, lastSync: null, version: 0 },
    createdAt,
    updatedAt: createdAt,
    expiresAt: null,
  };
  const entry: OutboxRecord = { _id, type: "monitorSitemap", accountId, jobIds: [], createdAt: ports.now() };
  await countedAlone({ database, accountId, kind: "sitemaps" }, async () => {
    if ((await countOtherSitemaps(database, accountId, _id)) >= maxSitemaps) throw new ApiError("too_many_sitemaps");
    await writeEntry(database, entry, { isRepeat });
    await database.monitorSitemaps.insertOne(record);
  });
  await dispatch(ports, { entry, order: { type: "monitorSitemap", input: monitorSitemapInput(record) } });
  return record;
}

/**
 * The settings of a new sitemap, sealed for the reserved id.
 * @throws ApiError `plan_limit` or `validation_failed`.
 */
export async function newSitemapSpec(
  ports: ApiPorts,
  { caller, request, reservation }: SitemapOrder,
): Promise<SitemapSpec> {
  const { sitemapUrl, monitor, includePaths = [], excludePaths = [] } = request;
  const { maxMonitors, syncIntervalMinutes } = { ...sitemapDefaults, ...request };
  const owner = { keyRing: ports.keyRing, accountId: caller.accountId, monitorId: reservation.id };
  await checkTemplate(ports, caller, { before: plainSpec, change: monitor });
  const template = changeSpec(owner, { ...plainSpec, ...newPeriod(monitor) }, monitor);
  checkInterval(caller.plan, template);
  const { host } = new URL(sitemapUrl);
  const url = sealIn(owner, sitemapUrlField, sitemapUrl);
  const name = request.name ?? host.slice(0, 100);
  return {
    name,
    wanted: "active",
    host,
    url,
    template,
    includePaths,
    excludePaths,
    maxMonitors,
    syncIntervalMinutes,
  };
}

type TemplateChange = { before: SpecBefore; change: NonNullable<SitemapPatch["monitor"]> };

/** @throws ApiError `validation_failed` if a change does not fit the template. */
async function checkTemplate(ports: ApiPorts, caller: Caller, { before, change }: TemplateChange): Promise<void> {
  const problems = [
    ...problemsOfChange(ports.policy, before, change),
    ...(await problemsOfReceivers(ports.database, caller.accountId, change)),
    ...within("capture", await problemsOfSecrets(ports.database, caller.accountId, change.capture ?? {})),
    ...within("capture", await problemsOfNames(ports.database, caller.accountId, change.capture)),
  ];
  if (problems.length > 0) throw new ApiError("validation_failed", { fields: within("monitor", problems) });
}

/** Tries of a change while other calls change the same sitemap. */
const maxTries = 5;

/**
 * Changes a sitemap's record and signals its workflow. The reconciler sends the signal if Temporal is unavailable.
 * @throws ApiError `not_found`, `validation_failed`, `plan_limit`, or `unavailable` if other changes came in between each time.
 */
export async function changeSitemap(
  ports: ApiPorts,
  { caller, sitemapId, change }: { caller: Caller; sitemapId: string; change: SitemapPatch },
): Promise<SitemapRecord> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const foundSitemap = await readSitemap(ports.database, caller.accountId, sitemapId);
    const { _id, specRev } = foundSitemap;
    const spec = await changedSpec(ports, { caller, foundSitemap, change });
    const changedSitemap = await updateAndSignalSitemap(ports, foundSitemap, () =>
      ports.database.monitorSitemaps.findOneAndUpdate(
        { _id, specRev },
        { $set: { spec, specRev: specRev + 1, updatedAt: ports.now() } },
        { returnDocument: "after" },
      ),
    );
    if (changedSitemap !== null) return changedSitemap;
  }
  throw new ApiError("unavailable", { message: "Other calls are changing the sitemap; try again.", retryAfter: 1 });
}

type SpecChange = { caller: Caller; foundSitemap: SitemapRecord; change: SitemapPatch };

async function changedSpec(ports: ApiPorts, { caller, foundSitemap, change }: SpecChange): Promise<SitemapSpec> {
  const { monitor, status, ...rest } = change;
  const spec = { ...foundSitemap.spec, ...rest, ...(status !== undefined && { wanted: status }) };
  if (monitor === undefined) return spec;
  const owner = { keyRing: ports.keyRing, accountId: foundSitemap.accountId, monitorId: foundSitemap._id };
  await checkTemplate(ports, caller, { before: spec.template, change: monitor });
  const template = changeSpec(owner, spec.template, monitor);
  checkInterval(caller.plan, template);
  return { ...spec, template };
}

/** Asks for a sync. The request is in the record, so a lost signal only delays the sync. */
export async function requestSync(ports: ApiPorts, found: SitemapRecord): Promise<SitemapRecord> {
  const { _id } = found;
  const changedSitemap = await updateAndSignalSitemap(ports, found, () =>
    ports.database.monitorSitemaps.findOneAndUpdate(
      { _id, "spec.wanted": { $ne: "deleted" } },
      { $set: { syncRequestedAt: ports.now() } },
      { returnDocument: "after" },
    ),
  );
  if (changedSitemap === null) throw new ApiError("not_found");
  return changedSitemap;
}

/** Writes a change of a sitemap and signals its workflow. See `writeAndSignal`. */
export function updateAndSignalSitemap(
  ports: ApiPorts,
  { _id: resourceId, accountId }: Pick<SitemapRecord, "_id" | "accountId">,
  write: () => Promise<SitemapRecord | null>,
): Promise<SitemapRecord | null> {
  const send = (changed: SitemapRecord) => {
    const name = changed.spec.wanted === "deleted" ? ownerSignals.remove : ownerSignals.changed;
    return trySignal(ports, { type: "monitorSitemap", input: monitorSitemapInput(changed) }, { name, args: [] });
  };
  return writeAndSignal(ports, { entry: { type: "sitemapChange", accountId, resourceId }, write, send });
}
