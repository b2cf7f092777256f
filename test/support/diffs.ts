import type { Diff } from "#schemas/diffReply.ts";
import type { DiffResult } from "#schemas/diff.ts";
import type { Caller } from "./pipeline.ts";

/** Submits a comparison and returns its id; fails unless it is accepted. */
export async function submitDiff(caller: Caller, body: Record<string, unknown>): Promise<string> {
  const reply = await caller.call("POST", "/render/diff", body);
  const reference: { id: string } = await reply.json();
  if (reply.status !== 202) throw new Error(`POST /render/diff answered ${reply.status}: ${JSON.stringify(reference)}`);
  return reference.id;
}

/** Waits until a comparison has ended. */
export async function endedDiff(caller: Caller, id: string): Promise<Diff> {
  for (;;) {
    const reply = await caller.call("GET", `/render/diff/${id}?wait=60`);
    if (reply.status !== 200) throw new Error(`GET /render/diff answered ${reply.status}`);
    const { diff }: { diff: Diff } = await reply.json();
    if (!["queued", "in_progress"].includes(diff.status)) return diff;
  }
}

/** Submits a comparison and waits for what it finds; fails unless it completes. */
export async function findingsOf(caller: Caller, body: Record<string, unknown>): Promise<DiffResult> {
  const diff = await endedDiff(caller, await submitDiff(caller, body));
  if (diff.result === undefined) throw new Error(`The comparison is ${diff.status}: ${JSON.stringify(diff.error)}`);
  return diff.result;
}
