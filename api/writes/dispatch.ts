import type { OutboxRecord } from "#schemas/job.ts";
import { runsAgain, type WorkflowOrder, workflowStart } from "#workflows/starts.ts";
import type { ApiPorts } from "../ports.ts";

/** Starts under way at once before a request waits for its own: a brake when Temporal is slower than the clients. */
const startsAtOnce = 64;

/** How long a failed job's workflow has to end before its retry is started, milliseconds. */
const lastWordsMs = 10_000;

/** Starts an accepted resource's workflow behind the reply and then removes its outbox entry; what fails is left to the reconciler. */
export async function dispatch(
  { background, database, lifecycle, orchestrator }: ApiPorts,
  { entry, order }: { entry: OutboxRecord; order: WorkflowOrder },
): Promise<void> {
  const { workflowId } = workflowStart(order);
  const start = async (): Promise<void> => {
    // A job is shown as failed a moment before its workflow ends, and a retry must not be taken for that one.
    if (runsAgain(order)) await orchestrator.wait(workflowId, lastWordsMs, lifecycle.signal);
    await orchestrator.start(order);
    await database.outbox.deleteOne({ _id: entry._id });
  };
  const braked = background.size() >= startsAtOnce;
  const started = Promise.withResolvers<void>();
  background.run("Starting a workflow", { accountId: entry.accountId, workflowId }, () =>
    start().finally(started.resolve),
  );
  if (braked) await started.promise;
}
