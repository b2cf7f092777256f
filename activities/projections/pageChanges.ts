import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import { changeSummary } from "#rules/changeSummary.ts";
import type { IncidentEntry } from "#schemas/monitor/history.ts";

type ToldRun = { runId: string; at: string };

/**
 * Records the confirmed changes in new entries of a monitor's history, for people to review. A change has the id of its run, so a
 * repeat writes no second one, and a decision about it stays.
 */
export async function recordPageChanges(
  database: Database,
  { accountId, monitorId, incidents }: { accountId: string; monitorId: string; incidents: readonly IncidentEntry[] },
): Promise<void> {
  for (const { runId, at } of incidents.flatMap(toldRuns)) {
    if ((await database.pageChanges.findOne({ _id: runId })) !== null) continue;
    const run = await database.runs.findOne({ _id: runId });
    // An incident may close after the retention of its run. Then the change was removed, and stays so.
    if (run?.findings === undefined || run.expiresAt.getTime() <= Date.now()) continue;
    await insertIfAbsent(database.pageChanges, {
      _id: runId,
      accountId,
      monitorId,
      summary: changeSummary(run.findings),
      openedAt: new Date(at),
      seenAt: null,
      seenBy: null,
      decision: null,
      note: null,
      expiresAt: run.expiresAt,
    });
  }
}

/** The runs of a change and of its further changes. A failure has none. */
function toldRuns({ type, runId, openedAt, updates }: IncidentEntry): ToldRun[] {
  return type === "change" ? [{ runId, at: openedAt }, ...updates] : [];
}
