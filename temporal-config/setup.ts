import { Connection, isGrpcServiceError } from "@temporalio/client";
import { encodeSearchAttributeIndexedValueType } from "@temporalio/common/lib/search-attributes.js";
import { msToTs, tsToMs } from "@temporalio/common/lib/time.js";
import { retention, searchAttributes } from "./names.ts";
import { reach, type TemporalTarget, toConnectionOptions } from "./target.ts";

/** The queue to which `server.yaml` gives one partition, so that it keeps an exact order. A test compares the names. */
const orderedQueue = "browser";

/** gRPC's code for something that is there already. */
const alreadyExists = 6;

/**
 * Gives a Temporal server what Watchframe needs of it: the namespace, how long histories are kept there (MongoDB holds the
 * product's own), and the search attributes. Does nothing where they are there, so it may run at every deploy. Returns what it
 * changed, a sentence each. Rejects with a SettingsError where no server answers.
 */
export async function setUpTemporal(target: TemporalTarget): Promise<string[]> {
  const { namespace } = target;
  return connected(target, async (connection) => [
    ...(await ensureNamespace(connection, namespace)),
    ...(await ensureRetention(connection, namespace)),
    ...(await ensureSearchAttributes(connection, namespace)),
  ]);
}

/**
 * Whether the server applies `server.yaml`, by the partitions that only this file gives a queue. No call of Temporal returns its
 * dynamic configuration. Rejects as `setUpTemporal` does.
 */
export async function appliesConfiguration(target: TemporalTarget): Promise<boolean> {
  const { namespace } = target;
  return connected(target, async (connection) => {
    const taskQueue = { name: orderedQueue };
    const { workflowTaskQueuePartitions } = await whenKnown(connection, () =>
      connection.workflowService.listTaskQueuePartitions({ namespace, taskQueue }),
    );
    return workflowTaskQueuePartitions.length === 1;
  });
}

async function connected<Value>(
  target: TemporalTarget,
  act: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  const connection = await reach(target, Connection.connect(toConnectionOptions(target)));
  try {
    return await act(connection);
  } finally {
    await connection.close();
  }
}

async function ensureNamespace(connection: Connection, namespace: string): Promise<string[]> {
  const made = await unlessThere(
    connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs(retention) }),
  );
  return made ? [`made the namespace ${namespace}, which keeps histories for ${retention}`] : [];
}

async function ensureRetention(connection: Connection, namespace: string): Promise<string[]> {
  const { config } = await whenKnown(connection, () => connection.workflowService.describeNamespace({ namespace }));
  const wanted = msToTs(retention);
  const kept = config?.workflowExecutionRetentionTtl;
  if (kept && tsToMs(kept) === tsToMs(wanted)) return [];
  await connection.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl: wanted } });
  return [`set how long ${namespace} keeps histories to ${retention}`];
}

async function ensureSearchAttributes(connection: Connection, namespace: string): Promise<string[]> {
  const { customAttributes } = await whenKnown(connection, () =>
    connection.operatorService.listSearchAttributes({ namespace }),
  );
  const missingNames = searchAttributes.filter((name) => !Object.hasOwn(customAttributes, name));
  if (missingNames.length === 0) return [];
  const keyword = encodeSearchAttributeIndexedValueType("KEYWORD");
  if (keyword === undefined) throw new Error("The SDK has no keyword search attributes.");
  const entries = missingNames.map((name) => [name, keyword] as const);
  await unlessThere(
    connection.operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(entries) }),
  );
  return [`added the search attributes ${missingNames.join(", ")}`];
}

/** A namespace that was just made takes a moment to be known everywhere in the server. */
async function whenKnown<Value>(connection: Connection, call: () => Promise<Value>): Promise<Value> {
  return connection.withDeadline(Date.now() + 30_000, call);
}

/** Whether the call made something that was not there before. */
async function unlessThere(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!isGrpcServiceError(error) || !Object.is(error.code, alreadyExists)) throw error;
    return false;
  }
}
