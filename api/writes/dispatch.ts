import type { OutboxRecord } from "#schemas/job.ts";
import { runsAgain, type WorkflowOrder, workflowStart } from "#workflows/starts.ts";
import type { ApiPorts } from "../ports.ts";

/** Starts under way at once before a request waits for its own: a brake when Temporal is slower than the clients. */
const startsAtOnce = 64;

/** How long a failed job's workflow has to end before its retry is started, milliseconds. */
const lastWordsMs = 10_000;

type Dispatch = { entry: OutboxRecord; order: WorkflowOrder };

/** Starts an accepted resource's workflow behind the reply and then removes its outbox entry; what fails is left to the reconciler. */
export async function dispatch(ports: ApiPorts, { entry, order }: Dispatch): Promise<void> {
  const { background } = ports;
  const { workflowId } = workflowStart(order);
  const braked = background.size() >= startsAtOnce;
  const started = Promise.withResolvers<void>();
  background.run("Starting a workflow", { accountId: entry.accountId, workflowId }, () =>
    start(ports, { entry, order }).finally(started.resolve),
  );
  if (braked) await started.promise;
}

async function start(ports: ApiPorts, { entry, order }: Dispatch): Promise<void> {
  const { database, lifecycle, orchestrator } = ports;
  if (runsAgain(order)) {
    // A job is shown as failed a moment before its workflow ends, and a retry must not be taken for that one.
    await orchestrator.wait(workflowStart(order).workflowId, lastWordsMs, lifecycle.signal);
  }
  // One that does not end is waited for by the reconciler, which finds the entry.
  if (!(await orchestrator.start(order))) return;
  if (runsAgain(order)) await cancelWhereAsked(ports, order);
  await database.outbox.deleteOne({ _id: entry._id });
}

/** Tells a retry to stop that was to before it was started: the one told then was the run before it. */
async function cancelWhereAsked({ database, orchestrator }: ApiPorts, order: WorkflowOrder): Promise<void> {
  if (order.type !== "renderJob") return;
  const job = await database.jobs.findOne({ _id: order.input.jobId });
  if (job !== null && job.cancelRequestedAt !== null) await orchestrator.cancel(workflowStart(order).workflowId);
}
