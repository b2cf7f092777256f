import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, isGrpcServiceError, WorkflowExecutionAlreadyStartedError } from "@temporalio/client";

/** Whether a Temporal server keeps what Watchframe asks of its queues; `unknown` where it could not be told, and why. */
export type TaskOrder = { known: true; priority: boolean; fairness: boolean } | { known: false; reason: string };

/** The queue of the probe's workflows; no worker takes work from it. `server.yaml` gives it one partition, as it does the browser's. */
const probeQueue = "order-probe";

/** What stands in line, first come first: neither the last nor the last but one would be first where keys mean nothing. */
const line = [
  { name: "many-1", priorityKey: 5, fairnessKey: "many" },
  { name: "many-2", priorityKey: 5, fairnessKey: "many" },
  { name: "many-3", priorityKey: 5, fairnessKey: "many" },
  { name: "many-4", priorityKey: 5, fairnessKey: "many" },
  { name: "one", priorityKey: 5, fairnessKey: "one" },
  { name: "high", priorityKey: 1, fairnessKey: "many" },
] as const;

type Place = (typeof line)[number]["name"];

/** A workflow of the probe; its last run where none is named. */
type Execution = { workflowId: string; runId?: string };

const pollMs = 3_000;
/** gRPC's code for something that is not there. */
const notFound = 5;

/** How long the probe's workflows are given to get into line, milliseconds: a server with much to do takes its time. */
const waits = [100, 1_000, 3_000];

/**
 * Finds out by trying: no call of Temporal's tells its dynamic configuration. Six workflows are put on a queue of their own,
 * asked for one by one as a worker would, and deleted, so that operators do not see them in Temporal's list. It is tried
 * again more slowly where a key seems to be ignored: a workflow that is not in line yet looks as if it stood behind.
 * Null while another process is trying.
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
  const begun: Place[] = [];
  try {
    for (const place of line) {
      await stand(client, place);
      begun.push(place.name);
    }
    await pause(wait);
    const came = await comeOutOf(client, begun.length);
    if (came.length < begun.length) return { known: false, reason: "the probe's workflows did not all come out" };
    return {
      known: true,
      priority: came[0] === "high",
      fairness: came.filter((name) => name !== "high").indexOf("one") < 2,
    };
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  } finally {
    await Promise.all(begun.map((name) => remove(client, { workflowId: idOf(name) })));
  }
}

/** How a task order reads in a log; null where there is nothing to complain of. */
export function complaintAbout(order: TaskOrder | null): string | null {
  if (order === null) return null;
  if (!order.known) return `Whether Temporal keeps priority and fairness is not known: ${order.reason}.`;
  const missing = [...(order.priority ? [] : ["priority"]), ...(order.fairness ? [] : ["fairness"])];
  if (missing.length === 0) return null;
  return (
    `Temporal ignores ${missing.join(" and ")} keys: waiting renders are not taken as the API promises. ` +
    "Give the server temporal-config/server.yaml as its dynamic configuration (docs/deploying.md)."
  );
}

async function stand(client: Client, { name, priorityKey, fairnessKey }: (typeof line)[number]): Promise<void> {
  await client.workflow.start("orderProbe", {
    workflowId: idOf(name),
    taskQueue: probeQueue,
    priority: { priorityKey, fairnessKey },
    // Where the process that tries it dies half-way, the next one can try soon.
    workflowExecutionTimeout: "30s",
    staticSummary: "whether priority and fairness are kept",
  });
}

/** Takes tasks off the queue, as a worker would, and says whose they were. */
async function comeOutOf({ connection, options, workflowService }: Client, count: number): Promise<string[]> {
  const came: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { workflowExecution } = await connection.withDeadline(Date.now() + pollMs, () =>
      workflowService.pollWorkflowTaskQueue({
        namespace: options.namespace,
        taskQueue: { name: probeQueue },
        identity: `order-probe-${randomUUID()}`,
      }),
    );
    if (!workflowExecution?.workflowId) break;
    came.push(workflowExecution.workflowId.slice(idOf("").length));
  }
  return came;
}

/**
 * Has the server delete one of the probe's workflows, at once where it runs, else within a minute. Deleting one that is
 * gone changes nothing.
 */
async function remove({ workflowService, options }: Client, workflowExecution: Execution): Promise<void> {
  try {
    await workflowService.deleteWorkflowExecution({ namespace: options.namespace, workflowExecution });
  } catch (error) {
    if (!isGrpcServiceError(error) || !Object.is(error.code, notFound)) throw error;
  }
}

/** Deletes what a process left in Temporal's list that died while it tried. */
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
    if (isGrpcServiceError(error)) return `a number the server does not tell (${error.details})`;
    throw error;
  }
}

function idOf(name: string): string {
  return `${probeQueue}:${name}`;
}
