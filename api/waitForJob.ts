import { setTimeout as sleep } from "node:timers/promises";
import type { JobRecord } from "#schemas/job.ts";
import { workflowIds } from "#workflows/messages.ts";
import type { ApiPorts } from "./ports.ts";
import { isTerminal, readAnyJob } from "./reads/jobs.ts";

/** How often the record is looked at where Temporal can't say when the job ends. */
const pollMs = 250;
/** How long Temporal is waited for in one go: should it go away meanwhile, the record is looked at after this. */
const waitRoundMs = 15_000;

/**
 * Waits until a job is terminal, `ms` at most or until `signal` aborts, and returns its record as it then is.
 * Temporal tells within milliseconds; the record is polled while it is away or has not got the job yet.
 */
export async function waitForJob(
  ports: ApiPorts,
  record: JobRecord,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<JobRecord> {
  const deadline = Date.now() + ms;
  let current = record;
  while (!isTerminal(current) && !signal.aborted) {
    const left = deadline - Date.now();
    if (left <= 0) break;
    const waited = await ports.orchestrator.wait(workflowIds.renderJob(current._id), Math.min(left, waitRoundMs), signal);
    current = await readAnyJob(ports.database, current._id);
    // A workflow that ended without a word (terminated from outside) is written down by the reconciler a little later.
    if (waited !== "still_running" && !isTerminal(current))
      await pause(Math.min(pollMs, deadline - Date.now()), signal);
  }
  return current;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Aborting is one of the two ways in which the pause is meant to end.
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
}
