import { type ListedDefaults, withDefaults } from "#data/monitorDefaults.ts";
import type { Database } from "#data/mongo.ts";
import { altersCaptures } from "../monitors/spec.ts";
import type { DefaultsOwner } from "./store.ts";

/** Fields of a monitor that say nothing of its captures and may be long. */
const projection = { "spec.url": 0, "spec.captureSecrets": 0, "spec.channels": 0, recentRuns: 0, state: 0 } as const;

/** All defaults of an account before and after a change. */
type Sides = { before: readonly ListedDefaults[]; after: readonly ListedDefaults[] };

/** The monitors whose later captures can't be compared with earlier ones after a change of defaults. */
export async function changingCaptures(
  { monitors }: Database,
  { accountId, tag }: DefaultsOwner,
  { before, after }: Sides,
): Promise<string[]> {
  const query = { accountId, "spec.wanted": { $ne: "deleted" }, ...(tag !== null && { "spec.tags": tag }) } as const;
  const ids: string[] = [];
  for await (const monitor of monitors.find(query, { projection })) {
    const [earlier, later] = [before, after].map((defaults) => withDefaults(monitor, defaults).monitor.spec);
    if (earlier !== undefined && later !== undefined && altersCaptures(earlier, later)) ids.push(monitor._id);
  }
  return ids;
}

/** Gives monitors a new revision of their capture settings: their next run has no baseline to compare with. */
export async function raiseRevisions({ monitors }: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await monitors.updateMany(
    { _id: { $in: [...ids] } },
    { $inc: { specRev: 1, captureRev: 1 }, $set: { updatedAt: now } },
  );
}
