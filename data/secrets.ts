import { isDeepStrictEqual } from "node:util";
import { keysOf, type Sealed } from "#schemas/common.ts";
import { channelField, type ChannelRecord, type ChannelSetting, channelSettings } from "#schemas/monitor/channels.ts";
import { type SealedOption, sealedOptionNames } from "#schemas/monitor/capture.ts";
import { captureField, type MonitorRecord, type MonitorSpec } from "#schemas/monitor/monitor.ts";
import type { MonitorTemplate, SitemapRecord, SitemapSpec } from "#schemas/monitor/sitemap.ts";
import type { RecipientRecord } from "#schemas/recipient.ts";
import { type RenderSpec, webhookFields } from "#schemas/renders/render.ts";
import { storageFields } from "#schemas/renders/storage.ts";
import type { PageTextRecord } from "#schemas/renders/texts.ts";
import type { ScheduleRecord } from "#schemas/schedule.ts";
import type { AlertTargetRecord } from "#schemas/alertTarget.ts";
import { proxyFields, type ProxyRecord } from "#schemas/proxy.ts";
import { secretField, type SecretRecord } from "#schemas/secret.ts";
import { signInFields, type SignInRecord } from "#schemas/signIn.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import { OpenFailed, reseal, resealFor } from "#vault/seal.ts";
import type { Database } from "./mongo.ts";
import { pageTextField } from "./pageTexts.ts";
import { sitemapUrlField } from "./sitemaps.ts";

/**
 * Counts for one collection. `failed` has the ids of documents that no key of the ring opens, or that changed at the same
 * time.
 */
export type Resealed = { collection: string; looked: number; resealed: number; failed: string[] };

/** Reseals the value of a field. */
type ResealField = (field: string, sealed: Sealed) => Sealed;

/** Documents per query. */
const pageDocuments = 100;

/**
 * Reseals the secrets of monitors, sitemaps, schedules, recipients, long texts, sign-ins, proxies and alert targets,
 * and the named ones, under the ring's active key. These live as long as their owner wants; all other secrets expire within 30 days. Safe while the service
 * runs, and may be stopped and repeated: each document is one conditional update, and values under the active key are skipped.
 */
export async function resealSecrets(database: Database, ring: KeyRing): Promise<Resealed[]> {
  const { monitors, monitorSitemaps, schedules, recipients, pageTexts, secrets, signIns, proxies, alertTargets } =
    database;
  const resealOf =
    (accountId: string, entityId: string): ResealField =>
    (field, sealed) =>
      reseal(ring, sealed, { accountId, entityId, field });
  return [
    await resealCollection("monitors", monitors, async (record: MonitorRecord) => {
      const spec = resealMonitorSpec(record.spec, resealOf(record.accountId, record._id));
      if (isDeepStrictEqual(spec, record.spec)) return "unchanged";
      // A change by the owner in between makes a new revision, so the update does not match.
      const { _id, specRev } = record;
      return (await monitors.updateOne({ _id, specRev }, { $set: { spec } })).matchedCount === 1 ? "done" : "changed";
    }),
    await resealCollection("monitorSitemaps", monitorSitemaps, async (record: SitemapRecord) => {
      const spec = resealSitemapSpec(record.spec, resealOf(record.accountId, record._id));
      if (isDeepStrictEqual(spec, record.spec)) return "unchanged";
      const { _id, specRev } = record;
      const { matchedCount } = await monitorSitemaps.updateOne({ _id, specRev }, { $set: { spec } });
      return matchedCount === 1 ? "done" : "changed";
    }),
    await resealCollection("schedules", schedules, async (record: ScheduleRecord) => {
      const { _id, accountId } = record;
      const spec = resealRenderSpec(record.spec, resealOf(accountId, record.spec.sealedFor));
      const webhook =
        record.webhook && resealPart(record.webhook, ofWebhook, resealOf(accountId, record.webhook.sealedFor));
      if (isDeepStrictEqual([spec, webhook], [record.spec, record.webhook])) return "unchanged";
      // The spec of a schedule never changes, so the update needs no condition.
      await schedules.updateOne({ _id }, { $set: { spec, ...(webhook !== undefined && { webhook }) } });
      return "done";
    }),
    await resealCollection("recipients", recipients, async (record: RecipientRecord) => {
      const { _id, email: before, accountId, recipientId } = record;
      const email = resealOf(accountId, recipientId)("email", before);
      if (email === before) return "unchanged";
      const { matchedCount } = await recipients.updateOne({ _id, email: before }, { $set: { email } });
      return matchedCount === 1 ? "done" : "changed";
    }),
    await resealCollection("pageTexts", pageTexts, async ({ _id, accountId, text: before }: PageTextRecord) => {
      const text = resealOf(accountId, _id)(pageTextField, before);
      if (text === before) return "unchanged";
      // A text never changes, so the update needs no condition.
      await pageTexts.updateOne({ _id }, { $set: { text } });
      return "done";
    }),
    await resealCollection("secrets", secrets, async ({ _id, accountId, value: before }: SecretRecord) => {
      const value = resealOf(accountId, _id)(secretField, before);
      if (value === before) return "unchanged";
      const { matchedCount } = await secrets.updateOne({ _id, value: before }, { $set: { value } });
      return matchedCount === 1 ? "done" : "changed";
    }),
    await resealCollection("signIns", signIns, async (record: SignInRecord) => {
      const { _id, accountId, generation } = record;
      const before = { url: record.url, secrets: record.secrets, session: record.session };
      const sealAgain = resealOf(accountId, _id);
      const after = {
        url: sealAgain(signInFields.url, before.url),
        secrets: sealAgain(signInFields.secrets, before.secrets),
        session: before.session && sealAgain(signInFields.session, before.session),
      };
      if (isDeepStrictEqual(before, after)) return "unchanged";
      // A renewal in between writes a session of its own, and an owner other steps.
      const { url, secrets: steps } = before;
      const { matchedCount } = await signIns.updateOne({ _id, generation, url, secrets: steps }, { $set: after });
      return matchedCount === 1 ? "done" : "changed";
    }),
    await resealCollection("alertTargets", alertTargets, async ({ _id, accountId, ...before }: AlertTargetRecord) => {
      const channels = resealChannels(before.channels, resealOf(accountId, _id));
      if (isDeepStrictEqual(channels, before.channels)) return "unchanged";
      // A change by the owner in between has a later date, so the update does not match.
      const { updatedAt } = before;
      const { matchedCount } = await alertTargets.updateOne({ _id, updatedAt }, { $set: { channels } });
      return matchedCount === 1 ? "done" : "changed";
    }),
    await resealCollection("proxies", proxies, async ({ _id, accountId, url: before }: ProxyRecord) => {
      const url = resealOf(accountId, _id)(proxyFields.url, before);
      if (url === before) return "unchanged";
      const { matchedCount } = await proxies.updateOne({ _id, url: before }, { $set: { url } });
      return matchedCount === 1 ? "done" : "changed";
    }),
  ];
}

/** `changed` also covers documents that no key opens. */
type Outcome = "done" | "unchanged" | "changed";
/** The part of a collection that paging by `_id` needs. */
type Pageable<Document> = {
  find(filter: { _id: { $gt: string } }): {
    sort(order: { _id: 1 }): { limit(count: number): { toArray(): Promise<Document[]> } };
  };
};

async function resealCollection<Document extends { _id: string }>(
  collection: string,
  from: Pageable<Document>,
  resealDocument: (document: Document) => Promise<Outcome>,
): Promise<Resealed> {
  const report: Resealed = { collection, looked: 0, resealed: 0, failed: [] };
  for (let after = ""; ;) {
    const documents = await from
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(pageDocuments)
      .toArray();
    for (const document of documents) {
      report.looked += 1;
      // The value stays as it is. Its owner may set the secret again.
      const outcome = await resealDocument(document).catch((error: unknown) => {
        if (error instanceof OpenFailed) return "changed" as const;
        throw error;
      });
      if (outcome === "done") report.resealed += 1;
      if (outcome === "changed") report.failed.push(document._id);
    }
    const last = documents.at(-1);
    if (last === undefined || documents.length < pageDocuments) return report;
    after = last._id;
  }
}

function resealMonitorSpec(spec: MonitorSpec, resealField: ResealField): MonitorSpec {
  return { ...spec, ...resealTemplate(spec, resealField), url: resealField("url", spec.url) };
}

/**
 * The settings of a sitemap's monitors for one of them: each secret is opened as the sitemap's and sealed as the monitor's.
 * @throws OpenFailed
 */
export function templateFor(
  ring: KeyRing,
  template: MonitorTemplate,
  { accountId, sitemapId, monitorId }: { accountId: string; sitemapId: string; monitorId: string },
): MonitorTemplate {
  const moved = resealTemplate(template, (field, sealed) =>
    resealFor(ring, sealed, {
      from: { accountId, entityId: sitemapId, field },
      to: { accountId, entityId: monitorId, field },
    }),
  );
  const { webhook } = moved;
  return { ...moved, webhook: webhook && { ...webhook, sealedFor: monitorId } };
}

function resealTemplate<Template extends MonitorTemplate>(spec: Template, resealField: ResealField): Template {
  const { captureSecrets, storage, webhook, channels } = spec;
  return {
    ...spec,
    captureSecrets: resealPart(captureSecrets, ofCapture, resealField),
    ...(storage && { storage: resealPart(storage, ofStorage, resealField) }),
    webhook: webhook && resealPart(webhook, ofWebhook, resealField),
    channels: resealChannels(channels, resealField),
  };
}

function resealChannels(channels: readonly ChannelRecord[], resealField: ResealField): ChannelRecord[] {
  return channels.map((channel) => ({
    ...channel,
    sealed: resealPart(channel.sealed, ofChannel(channel.id), resealField),
  }));
}

function resealSitemapSpec(spec: SitemapSpec, resealField: ResealField): SitemapSpec {
  const { url, template } = spec;
  return {
    ...spec,
    url: resealField(sitemapUrlField, url),
    template: resealTemplate(template, resealField),
  };
}

/** The secrets of a part of a record: their names there, and the field that each is sealed for. */
type Places<Name extends string> = { names: readonly Name[]; fieldOf: (name: Name) => string };

const ofCapture: Places<SealedOption> = { names: sealedOptionNames, fieldOf: captureField };
const ofRender: Places<"headers" | "cookies"> = { names: ["headers", "cookies"], fieldOf: (name) => name };
const ofStorage: Places<keyof typeof storageFields> = {
  names: keysOf(storageFields),
  fieldOf: (name) => storageFields[name],
};
const ofWebhook: Places<keyof typeof webhookFields> = {
  names: keysOf(webhookFields),
  fieldOf: (name) => webhookFields[name],
};
const ofChannel = (id: string): Places<ChannelSetting> => ({
  names: channelSettings,
  fieldOf: (setting) => channelField(id, setting),
});

/** Seals each secret of a part anew. Returns the part with them. */
function resealPart<Name extends string, Part extends Partial<Record<Name, Sealed>>>(
  part: Part,
  { names, fieldOf }: Places<Name>,
  resealField: ResealField,
): Part {
  const resealed: Partial<Record<Name, Sealed>> = {};
  for (const name of names) {
    const sealed = part[name];
    if (sealed !== undefined) resealed[name] = resealField(fieldOf(name), sealed);
  }
  return { ...part, ...resealed };
}

function resealRenderSpec(spec: RenderSpec, resealField: ResealField): RenderSpec {
  const { storage } = spec;
  return {
    ...resealPart(spec, ofRender, resealField),
    ...(storage !== undefined && { storage: resealPart(storage, ofStorage, resealField) }),
  };
}

/** Number of documents with a value sealed under a key, by key id and then by collection. */
export type SealedUnder = Map<string, Map<string, number>>;

/** Reads all documents, so that an operator can see when a key is no longer needed. Slow for large databases. */
export async function sealedUnder(database: Database): Promise<SealedUnder> {
  const { ping: _ping, close: _close, onLedgerEntries: _onLedgerEntries, ...collections } = database;
  const countsByKey: SealedUnder = new Map();
  for (const [name, collection] of Object.entries(collections)) {
    // The search is on the JSON text, so the type of the documents does not matter.
    const documents: AsyncIterable<unknown> = collection.find({});
    for await (const document of documents) {
      const ids = JSON.stringify(document).matchAll(/sealed:v1:([\w-]+):/g);
      for (const id of new Set(Array.from(ids, ([, keyId = ""]) => keyId))) {
        const counts = countsByKey.get(id) ?? new Map<string, number>();
        countsByKey.set(id, counts.set(name, (counts.get(name) ?? 0) + 1));
      }
    }
  }
  return countsByKey;
}
