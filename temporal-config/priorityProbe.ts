import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, isGrpcServiceError, WorkflowExecutionAlreadyStartedError } from "@temporalio/client";

/** Whether a Temporal server respects priority and fairness keys, or why that is unknown. */
export type TaskOrder = { known: true; priority: boolean; fairness: boolean } | { known: false; reason: string };

/** The queue of the probe's workflows. No worker polls it. `server.yaml` gives it one partition, like the browser's queue. */
const probeQueue = "order-probe";

/** The probe's workflows in the order of their start. Without keys, neither of the last two would come out early. */
const probes = [
  { name: "many-1", priorityKey: 5, fairnessKey: "many" },
  { name: "many-2", priorityKey: 5, fairnessKey: "many" },
  { name: "many-3", priorityKey: 5, fairnessKey: "many" },
  { name: "many-4", priorityKey: 5, fairnessKey: "many" },
  { name: "one", priorityKey: 5, fairnessKey: "one" },
  { name: "high", priorityKey: 1, fairnessKey: "many" },
] as const;

type ProbeName = (typeof probes)[number]["name"];

/** A workflow of the probe. Without `runId` its latest run. */
type Execution = { workflowId: string; runId?: string };

const pollMs = 3_000;
/** gRPC's code NOT_FOUND. */
const notFound = 5;

/** Milliseconds for the probe's workflows to reach the queue, per try. A busy server is slow. */
const waits = [100, 1_000, 3_000];

/**
 * Finds out by experiment: no call of Temporal returns its dynamic configuration. Starts six workflows on the probe's queue,
 * polls them one by one like a worker, and deletes them, so that operators do not see them in Temporal's list. If a key
 * seems to be ignored, it tries again with a longer wait, because a late workflow looks like one of a lower priority.
 * Returns null while another process runs the probe.
 */
export async function probeTaskOrder(client: Client): Promise<TaskOrder | null> {
  const partitions = await partitionsOf(client, probeQueue);
  if (partitions !== 1) {
    return { known: false, reason: `queues that need one partition have ${partitions}, so server.yaml is not applied` };
  }
  let order: TaskOrder | null = null;
  for (const wait of waits) {
    order = await tryOnce(client, wait);
    if (order === null || complaintAbout(order) === null) break;
  }
  if (order !== null) await removeEnded(client);
  return order;
}

async function tryOnce(client: Client, wait: number): Promise<TaskOrder | null> {
  const started: ProbeName[] = [];
  try {
    for (const probe of probes) {
      await startWaiting(client, probe);
      started.push(probe.name);
    }
    await pause(wait);
    const polled = await pollNames(client, started.length);
    if (polled.length < started.length)
      return { known: false, reason: "the queue did not return all of the probe's workflows" };
    return {
      known: true,
      priority: polled[0] === "high",
      fairness: polled.filter((name) => name !== "high").indexOf("one") < 2,
    };
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  } finally {
    await Promise.all(started.map((name) => remove(client, { workflowId: idOf(name) })));
  }
}

/** The warning about a task order for the log; null if there is none. */
export function complaintAbout(order: TaskOrder | null): string | null {
  if (order === null) return null;
  if (!order.known) return `It is unknown whether Temporal respects priority and fairness: ${order.reason}.`;
  const missing = [...(order.priority ? [] : ["priority"]), ...(order.fairness ? [] : ["fairness"])];
  if (missing.length === 0) return null;
  return (
    `Temporal ignores ${missing.join(" and ")} keys: waiting renders do not run in the order that the API promises. ` +
    "Use temporal-config/server.yaml as the server's dynamic configuration (docs/deploying.md)."
  );
}

async function startWaiting(
  client: Client,
  { name, priorityKey, fairnessKey }: (typeof probes)[number],
): Promise<void> {
  await client.workflow.start("orderProbe", {
    workflowId: idOf(name),
    taskQueue: probeQueue,
    priority: { priorityKey, fairnessKey },
    // If this process dies, another one can probe soon.
    workflowExecutionTimeout: "30s",
    staticSummary: "whether priority and fairness are respected",
  });
}

/** Polls tasks like a worker. Returns the names of their workflows in order. */
async function pollNames({ connection, options, workflowService }: Client, count: number): Promise<string[]> {
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { workflowExecution } = await connection.withDeadline(Date.now() + pollMs, () =>
      workflowService.pollWorkflowTaskQueue({
        namespace: options.namespace,
        taskQueue: { name: probeQueue },
        identity: `order-probe-${randomUUID()}`,
      }),
    );
    if (!workflowExecution?.workflowId) break;
    names.push(workflowExecution.workflowId.slice(idOf("").length));
  }
  return names;
}

/**
 * Deletes a workflow of the probe: at once if it runs, else within a minute. A missing workflow is ignored.
 */
async function remove({ workflowService, options }: Client, workflowExecution: Execution): Promise<void> {
  try {
    await workflowService.deleteWorkflowExecution({ namespace: options.namespace, workflowExecution });
  } catch (error) {
    if (!isGrpcServiceError(error) || !Object.is(error.code, notFound)) throw error;
  }
}

/** Deletes ended workflows of the probe, which a killed process left in Temporal's list. */
async function removeEnded(client: Client): Promise<void> {
  const query = 'WorkflowType = "orderProbe" AND ExecutionStatus != "Running"';
  for await (const { workflowId, runId } of client.workflow.list({ query }))
    await remove(client, { workflowId, runId });
}

async function partitionsOf({ workflowService, options }: Client, name: string): Promise<number | string> {
  try {
    const { workflowTaskQueuePartitions } = await workflowService.listTaskQueuePartitions({
      namespace: options.namespace,
      taskQueue: { name },
    });
    return workflowTaskQueuePartitions?.length ?? "none";
  } catch (error) {
    if (isGrpcServiceError(error)) return `an unknown number (${error.details})`;
    throw error;
  }
}

function idOf(name: string): string {
  return `${probeQueue}:${name}`;
}
