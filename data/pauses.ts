import type { Database } from "./mongo.ts";

/** Marks an account as paused, unless it is; false where there is no such account. */
export async function beginPause({ accounts }: Database, accountId: string, at: Date): Promise<boolean> {
  await accounts.updateOne(
    { _id: accountId, paused: { $exists: false } },
    { $set: { paused: { at, monitors: [], schedules: [] } } },
  );
  return (await accounts.findOne({ _id: accountId })) !== null;
}

/** Notes, once, what goes on when the pause ends. */
export async function noteStopped(
  { accounts }: Database,
  accountId: string,
  { kind, id }: { kind: "monitors" | "schedules"; id: string },
): Promise<void> {
  await accounts.updateOne(
    { _id: accountId, paused: { $exists: true } },
    { $addToSet: kind === "monitors" ? { "paused.monitors": id } : { "paused.schedules": id } },
  );
}

/** Lets an account work again. */
export async function endPause({ accounts }: Database, accountId: string): Promise<void> {
  await accounts.updateOne({ _id: accountId }, { $unset: { paused: "" } });
}
