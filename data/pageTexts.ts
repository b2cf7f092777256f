import type { PageTextRecord, TextIds } from "#schemas/renders/texts.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { insertIfAbsent } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** The field that a long text is sealed for. */
export const pageTextField = "pageText";

/** Keeps a text for everything that is accepted at `at`. An equal text of the account is kept longer in its place. */
export async function keepText(database: Database, text: Omit<PageTextRecord, "expiresAt">, at: Date): Promise<void> {
  const isNew = await insertIfAbsent(database.pageTexts, { ...text, expiresAt: expiryOf(at) });
  if (isNew || (await extend(database, text._id, at))) return;
  // Maintenance removed the equal text in between.
  await insertIfAbsent(database.pageTexts, { ...text, expiresAt: expiryOf(at) });
}

/** Keeps texts for work that is accepted at `at`. */
export async function extendTexts(database: Database, texts: TextIds = {}, at: Date): Promise<void> {
  for (const id of Object.values(texts)) await extend(database, id, at);
}

/** Returns whether the text exists. */
async function extend({ pageTexts }: Database, _id: string, at: Date): Promise<boolean> {
  return (await pageTexts.updateOne({ _id }, { $max: { expiresAt: expiryOf(at) } })).matchedCount === 1;
}

function expiryOf(at: Date): Date {
  return new Date(at.getTime() + retentionMs.pageText);
}

/** Texts that are looked at in one round. */
const maxTexts = 200;

/**
 * Removes up to 200 expired texts. A text that a schedule, crawl or preset names is kept longer, as its jobs need it. Returns the number
 * of expired texts.
 */
export async function removeExpiredTexts(database: Database, now: Date): Promise<number> {
  const { pageTexts } = database;
  const pastExpiry = { expiresAt: { $lt: now } };
  const expiredTexts = await pageTexts
    .find(pastExpiry, { projection: { _id: 1 } })
    .limit(maxTexts)
    .toArray();
  if (expiredTexts.length === 0) return 0;
  const used = await readUsedTexts(database);
  for (const { _id } of expiredTexts) {
    if (used.has(_id)) await extend(database, _id, now);
    // The condition keeps a text that a request has just used again.
    else await pageTexts.deleteOne({ _id, ...pastExpiry });
  }
  return expiredTexts.length;
}

/** Ids of the texts of all schedules, crawls and presets. */
async function readUsedTexts({ schedules, crawls, presets }: Database): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const note = (texts: TextIds = {}): void => Object.values(texts).forEach((id) => used.add(id));
  const inSpec = [{ "spec.texts": { $exists: true } }, { projection: { "spec.texts": 1 } }] as const;
  for await (const { spec } of schedules.find(...inSpec)) note(spec.texts);
  for await (const { spec } of crawls.find(...inSpec)) note(spec.texts);
  for await (const { texts } of presets.find({ texts: { $exists: true } }, { projection: { texts: 1 } })) note(texts);
  return used;
}
