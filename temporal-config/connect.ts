import { Client, Connection } from "@temporalio/client";
import { NativeConnection } from "@temporalio/worker";

/** A client that connects when it is first used, so that a process can start while Temporal is away. */
export function lazyClient({ address, namespace }: { address: string; namespace: string }): {
  client: Client;
  close(): Promise<void>;
} {
  const connection = Connection.lazy({ address });
  return { client: new Client({ connection, namespace }), close: () => connection.close() };
}

/** A worker's connection; rejects when Temporal does not answer. */
export function workerConnection(address: string): Promise<NativeConnection> {
  return NativeConnection.connect({ address });
}
