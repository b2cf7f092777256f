import { isDeepStrictEqual } from "node:util";
import type { Sealed } from "#schemas/common.ts";
import type { CaptureSecrets, MonitorRecord, MonitorSpec } from "#schemas/monitor.ts";
import type { RecipientRecord } from "#schemas/recipient.ts";
import type { RenderSpec, WebhookTarget } from "#schemas/renders/render.ts";
import type { StorageTarget } from "#schemas/renders/storage.ts";
import type { ScheduleRecord } from "#schemas/schedule.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import { OpenFailed, reseal } from "#vault/seal.ts";
import type { Database } from "./mongo.ts";

/** What was done with the documents of a collection; `failed` are ids of those that no key of the ring opens, or that changed all the time. */
export type Resealed = { collection: string; looked: number; resealed: number; failed: string[] };

/** Seals a value anew for its field. */
type ResealField = (field: string, sealed: Sealed) => Sealed;

/** Documents read in one go. */
const batch = 100;

/**
 * Seals anew, under the ring's active key, what is kept for as long as its owner wants: the secrets of monitors, schedules and
 * recipients. Everything else goes by itself within 30 days. May be broken off and done again at any time, beside a running
 * service: each document is one conditional update, and what is sealed under the active key is left alone.
 */
export async function resealSecrets(database: Database, ring: KeyRing): Promise<Resealed[]> {
  const { monitors, schedules, recipients } = database;
  const anewFor =
    (accountId: string, entityId: string): ResealField =>
    (field, sealed) =>
      reseal(ring, sealed, { accountId, entityId, field });
  return [
    await eachOf("monitors", monitors, async (record: MonitorRecord) => {
      const spec = monitorSpec(record.spec, anewFor(record.accountId, record._id));
      if (isDeepStrictEqual(spec, record.spec)) return "left";
      // An owner's change in between makes a new revision.
      const { _id, specRev } = record;
      return (await monitors.updateOne({ _id, specRev }, { $set: { spec } })).matchedCount === 1 ? "done" : "changed";
    }),
    await eachOf("schedules", schedules, async (record: ScheduleRecord) => {
      const { _id, accountId } = record;
      const spec = renderSpec(record.spec, anewFor(accountId, record.spec.sealedFor));
      const webhook = record.webhook && target(record.webhook, anewFor(accountId, record.webhook.sealedFor));
      if (isDeepStrictEqual([spec, webhook], [record.spec, record.webhook])) return "left";
      // What a schedule renders is never changed by anybody.
      await schedules.updateOne({ _id }, { $set: { spec, ...(webhook !== undefined && { webhook }) } });
      return "done";
    }),
    await eachOf("recipients", recipients, async (record: RecipientRecord) => {
      const { _id, email: before, accountId, recipientId } = record;
      const email = anewFor(accountId, recipientId)("email", before);
      if (email === before) return "left";
      const { matchedCount } = await recipients.updateOne({ _id, email: before }, { $set: { email } });
      return matchedCount === 1 ? "done" : "changed";
    }),
  ];
}

type Outcome = "done" | "left" | "changed";
type Listed<Document> = {
  find(filter: { _id: { $gt: string } }): {
    sort(order: { _id: 1 }): { limit(count: number): { toArray(): Promise<Document[]> } };
  };
};

async function eachOf<Document extends { _id: string }>(
  collection: string,
  from: Listed<Document>,
  step: (document: Document) => Promise<Outcome>,
): Promise<Resealed> {
  const done: Resealed = { collection, looked: 0, resealed: 0, failed: [] };
  for (let after = ""; ;) {
    const documents = await from
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(batch)
      .toArray();
    for (const document of documents) {
      done.looked += 1;
      // What can't be opened is not lost for it: its owner may give it anew.
      const outcome = await step(document).catch((error: unknown) => {
        if (error instanceof OpenFailed) return "changed" as const;
        throw error;
      });
      if (outcome === "done") done.resealed += 1;
      if (outcome === "changed") done.failed.push(document._id);
    }
    const last = documents.at(-1);
    if (last === undefined || documents.length < batch) return done;
    after = last._id;
  }
}

function monitorSpec(spec: MonitorSpec, anew: ResealField): MonitorSpec {
  const { url, captureSecrets, storage, webhook } = spec;
  return {
    ...spec,
    url: anew("url", url),
    captureSecrets: captureOf(captureSecrets, anew),
    ...(storage && { storage: storageOf(storage, anew) }),
    webhook: webhook && target(webhook, anew),
  };
}

function captureOf(secrets: CaptureSecrets, anew: ResealField): CaptureSecrets {
  const { headers, cookieValues, clickSelectors, extras } = secrets;
  return {
    ...secrets,
    ...(headers !== undefined && { headers: anew("capture.headers", headers) }),
    ...(cookieValues !== undefined && { cookieValues: anew("capture.cookies", cookieValues) }),
    ...(clickSelectors !== undefined && { clickSelectors: anew("capture.clickSelectors", clickSelectors) }),
    extras: extras.map(({ name, value }) => ({ name, value: anew(`capture.${name}`, value) })),
  };
}

function renderSpec(spec: RenderSpec, anew: ResealField): RenderSpec {
  const { headers, cookies, storage } = spec;
  return {
    ...spec,
    ...(headers !== undefined && { headers: anew("headers", headers) }),
    ...(cookies !== undefined && { cookies: anew("cookies", cookies) }),
    ...(storage !== undefined && { storage: storageOf(storage, anew) }),
  };
}

function storageOf(storage: StorageTarget, anew: ResealField): StorageTarget {
  return {
    ...storage,
    accessKeyId: anew("storageAccessKeyId", storage.accessKeyId),
    secretAccessKey: anew("storageSecretAccessKey", storage.secretAccessKey),
  };
}

function target(webhook: WebhookTarget, anew: ResealField): WebhookTarget {
  const { url, secret } = webhook;
  return {
    ...webhook,
    url: anew("webhookUrl", url),
    ...(secret !== undefined && { secret: anew("webhookSecret", secret) }),
  };
}

/** How many documents hold a value that is sealed under each key of the ring, by the key's id and the collection. */
export type SealedUnder = Map<string, Map<string, number>>;

/** Reads every document, so that an operator knows when a key is no longer needed; slow where there are many. */
export async function sealedUnder(database: Database): Promise<SealedUnder> {
  const { ping: _ping, close: _close, onLedgerEntries: _posted, ...collections } = database;
  const found: SealedUnder = new Map();
  for (const [name, collection] of Object.entries(collections)) {
    // The type of the documents is of no matter to a text search.
    const documents: AsyncIterable<unknown> = collection.find({});
    for await (const document of documents) {
      const ids = JSON.stringify(document).matchAll(/sealed:v1:([\w-]+):/g);
      for (const id of new Set(Array.from(ids, ([, keyId = ""]) => keyId))) {
        const counts = found.get(id) ?? new Map<string, number>();
        found.set(id, counts.set(name, (counts.get(name) ?? 0) + 1));
      }
    }
  }
  return found;
}
