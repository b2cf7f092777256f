import type { OutboxRecord } from "#schemas/job.ts";
import { type WorkflowOrder, workflowStart } from "#workflows/messages.ts";
import type { ApiPorts } from "../ports.ts";

/** Starts under way at once before a request waits for its own: a brake when Temporal is slower than the clients. */
const startsAtOnce = 64;

/** Starts an accepted resource's workflow behind the reply and then removes its outbox entry; what fails is left to the reconciler. */
export async function dispatch(
  { background, database, orchestrator }: ApiPorts,
  { entry, order }: { entry: OutboxRecord; order: WorkflowOrder },
): Promise<void> {
  const start = async (): Promise<void> => {
    await orchestrator.start(order);
    await database.outbox.deleteOne({ _id: entry._id });
  };
  const braked = background.size() >= startsAtOnce;
  const started = Promise.withResolvers<void>();
  const { workflowId } = workflowStart(order);
  background.run("Starting a workflow", { accountId: entry.accountId, workflowId }, () =>
    start().finally(started.resolve),
  );
  if (braked) await started.promise;
}
