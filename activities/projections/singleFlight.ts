import { isDuplicateKey } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import { findRendered, freshMs, type Identity } from "#data/renderCache.ts";
import type { JobKind, JobRecord, RenderOutcome } from "#schemas/job.ts";
import { throttledKinds } from "#workflows/messages.ts";
import { sharedOutcome } from "#workflows/rules/outcomes.ts";
import type { ActivityPorts } from "../ports.ts";

/** A job that would rather share an identical render than make one. */
export type JoinSingleFlightInput = Identity & {
  jobId: string;
  kind: JobKind;
  /** ISO instant. */
  acceptedAt: string;
  /** The job it has waited for already; it waits for no second one. */
  followed: string | null;
};

/** What the job is to do: take what another rendered, wait until another has ended, or render. */
export type SingleFlightDecision =
  | { role: "share"; outcome: RenderOutcome; /** ISO instant at which the shared outputs go. */ expiresAt: string }
  | { role: "wait"; leader: string }
  | { role: "render" };

/** Changes by others that a job bears with before it renders without further ado. */
const maxTurns = 5;

/**
 * Finds out whether an identical render has completed or is under way; where neither is so, the job becomes the one that is
 * under way, and others wait for it. Every step is one conditional update of one document, so it holds whatever processes
 * ask at once. A leader that has ended without a result, however it did, is followed no longer. Asking again is safe.
 */
export async function joinSingleFlight(
  database: Database,
  input: JoinSingleFlightInput,
): Promise<SingleFlightDecision> {
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const now = new Date();
    const rendered = await findRendered(database, input, now);
    if (rendered !== null) {
      const outcome = sharedOutcome(rendered.result, { acceptedAt: new Date(input.acceptedAt), now });
      return { role: "share", outcome, expiresAt: rendered.expiresAt.toISOString() };
    }
    const boarding = await board(database, input, now);
    if (boarding !== null) return boarding;
  }
  return { role: "render" };
}

/** Leads or follows where there is nothing to share yet; null where the entry has changed meanwhile. */
async function board(
  database: Database,
  input: JoinSingleFlightInput,
  now: Date,
): Promise<SingleFlightDecision | null> {
  const { fingerprint, jobId } = input;
  const entry = await database.renderCache.findOne({ _id: fingerprint });
  if (entry === null) return (await openFlight(database, input, now)) ? { role: "render" } : null;
  if (entry.flight === jobId) return { role: "render" };
  const leader = entry.flight === null ? null : await database.jobs.findOne({ _id: entry.flight });
  if (leader === null || !isWorthAWait(leader, input)) {
    const taken = await database.renderCache.updateOne(
      { _id: fingerprint, flight: entry.flight },
      { $set: { flight: jobId, followers: [], expiresAt: new Date(now.getTime() + freshMs) } },
    );
    return taken.matchedCount === 1 ? { role: "render" } : null;
  }
  if (input.followed !== null && input.followed !== leader._id) return { role: "render" };
  const followed = await database.renderCache.updateOne(
    { _id: fingerprint, flight: leader._id },
    { $addToSet: { followers: jobId } },
  );
  return followed.matchedCount === 1 ? { role: "wait", leader: leader._id } : null;
}

/** Becomes the one under way where nothing is known of identical renders; false where another was faster. */
async function openFlight({ renderCache }: Database, input: JoinSingleFlightInput, now: Date): Promise<boolean> {
  const { fingerprint: _id, jobId: flight } = input;
  const expiresAt = new Date(now.getTime() + freshMs);
  try {
    await renderCache.insertOne({ _id, rendered: null, flight, followers: [], expiresAt });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Whether a job is still under way, and not held back by a line at its host in which the other need not stand. */
function isWorthAWait(leader: JobRecord, { kind }: JoinSingleFlightInput): boolean {
  if (leader.status === "queued") return !throttledKinds[leader.kind] || throttledKinds[kind];
  return leader.status === "in_progress";
}

/** Says that a job has ended which others may have waited for, and wakes them; one that does not hear it looks by itself later. */
export async function completeSingleFlight(
  { database, singleFlight }: ActivityPorts,
  { fingerprint, jobId }: { fingerprint: string; jobId: string },
): Promise<void> {
  const left = await database.renderCache.findOneAndUpdate(
    { _id: fingerprint, flight: jobId },
    { $set: { flight: null, followers: [] } },
    { returnDocument: "before" },
  );
  if (left !== null) await singleFlight.wake(left.followers);
}
