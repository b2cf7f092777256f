import { Connection, isGrpcServiceError } from "@temporalio/client";
import { encodeSearchAttributeIndexedValueType } from "@temporalio/common/lib/search-attributes.js";
import { msToTs } from "@temporalio/common/lib/time.js";
import { searchAttributes } from "./names.ts";

/** gRPC's code for something that is there already. */
const alreadyExists = 6;

/**
 * Gives a Temporal server what Watchframe needs of it: the namespace (histories kept 3 days; MongoDB holds the product's own)
 * and the search attributes. Does nothing where they are there, so it may run at every deploy.
 */
export async function setUpTemporal({ address, namespace }: { address: string; namespace: string }): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    await unlessThere(
      connection.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: msToTs("3 days"),
      }),
    );
    const { customAttributes } = await namespaceAttributes(connection, namespace);
    const missing = searchAttributes.filter((name) => !Object.hasOwn(customAttributes, name));
    if (missing.length === 0) return;
    const keyword = encodeSearchAttributeIndexedValueType("KEYWORD");
    if (keyword === undefined) throw new Error("The SDK has no keyword search attributes.");
    const entries = missing.map((name) => [name, keyword] as const);
    await unlessThere(
      connection.operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(entries) }),
    );
  } finally {
    await connection.close();
  }
}

/** A namespace that was just made takes a moment to be known everywhere in the server. */
async function namespaceAttributes(connection: Connection, namespace: string) {
  return connection.withDeadline(Date.now() + 30_000, () =>
    connection.operatorService.listSearchAttributes({ namespace }),
  );
}

async function unlessThere(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isGrpcServiceError(error) || !Object.is(error.code, alreadyExists)) throw error;
  }
}
