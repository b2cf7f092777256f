import type { HoldRecord } from "#schemas/limits.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** One of a subject's places; `until` is when it is free again, should nobody give it back. */
export type Hold = { subject: string; holdId: string; until: Date };

/** How many places there are, and whether one who asks goes past those in line. */
type Terms = { limit: number; now: Date; pastLine: boolean };

/** Tries against others who take places that have run out, or begin the record, at the same time. */
const mostTries = 20;

/** Of a place: it is newly had, it was had before, or there is none. */
export type TakenHold = "new" | "kept" | "none";

/**
 * Takes one of a subject's places, among all processes; none where all are taken, or others stand in line for them. Who has the
 * place already keeps it, for longer where that was asked for. Where a place is free it is one conditional update.
 */
export async function takeHold(database: Database, hold: Hold, terms: Terms): Promise<TakenHold> {
  const { subject, holdId } = hold;
  for (let turn = 0; turn < mostTries; turn += 1) {
    if (await add(database, hold, terms)) return "new";
    const record = await database.holds.findOne({ _id: subject });
    if (record === null) {
      if (await begin(database, hold, terms)) return "new";
      continue;
    }
    if (record.holds[holdId] !== undefined) {
      if (await prolongHold(database, hold)) return "kept";
      continue;
    }
    const over = Object.entries(record.holds).filter(([, end]) => end <= terms.now);
    for (const [id, end] of over) await drop(database, { subject, holdId: id }, end);
    if (over.length === 0 && (record.count >= terms.limit || (record.line && !terms.pastLine))) return "none";
  }
  throw new Error(`No place could be taken for ${subject}: too many try at once.`);
}

/** Keeps a place for longer; false where it is not had. */
export async function prolongHold({ holds }: Database, { subject, holdId, until }: Hold): Promise<boolean> {
  const field = `holds.${holdId}`;
  const { matchedCount } = await holds.updateOne(
    { _id: subject, [field]: { $exists: true } },
    { $max: { [field]: until } },
  );
  return matchedCount === 1;
}

async function add({ holds }: Database, { subject, holdId, until }: Hold, terms: Terms): Promise<boolean> {
  const { limit, now, pastLine } = terms;
  const free = { _id: subject, count: { $lt: limit }, ...(!pastLine && { line: false }) };
  const { matchedCount } = await holds.updateOne(
    { ...free, [`holds.${holdId}`]: { $exists: false } },
    { $inc: { count: 1 }, $set: { [`holds.${holdId}`]: until, usedAt: now } },
  );
  return matchedCount === 1;
}

async function begin({ holds }: Database, { subject, holdId, until }: Hold, { now }: Terms): Promise<boolean> {
  const record: HoldRecord = { _id: subject, holds: { [holdId]: until }, count: 1, line: false, usedAt: now };
  try {
    await holds.insertOne(record);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Takes a place away whose time is over, unless it was prolonged meanwhile. */
async function drop({ holds }: Database, { subject, holdId }: Omit<Hold, "until">, end: Date): Promise<void> {
  const field = `holds.${holdId}`;
  await holds.updateOne({ _id: subject, [field]: end }, { $unset: { [field]: "" }, $inc: { count: -1 } });
}

/** Gives a place back, once; says whether others stand in line for it. */
export async function giveHoldBack({ holds }: Database, { subject, holdId }: Omit<Hold, "until">): Promise<boolean> {
  const field = `holds.${holdId}`;
  const record = await holds.findOneAndUpdate(
    { _id: subject, [field]: { $exists: true } },
    { $unset: { [field]: "" }, $inc: { count: -1 } },
    { returnDocument: "after" },
  );
  return record?.line ?? false;
}

/** Notes whether others stand in line for a subject's places: then nobody else may take one. */
export async function noteLine({ holds }: Database, subject: string, line: boolean): Promise<void> {
  const { matchedCount } = await holds.updateOne({ _id: subject }, { $set: { line } });
  if (matchedCount === 1 || !line) return;
  try {
    await holds.insertOne({ _id: subject, holds: {}, count: 0, line, usedAt: new Date() });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await holds.updateOne({ _id: subject }, { $set: { line } });
  }
}
