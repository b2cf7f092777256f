import { Client, Connection } from "@temporalio/client";
import { NativeConnection } from "@temporalio/worker";
import { reach, type TemporalTarget, toConnectionOptions } from "./place.ts";

/** A client that connects when it is first used, so that a process can start while Temporal is away. */
export function lazyClient(place: TemporalTarget): { client: Client; close(): Promise<void> } {
  const connection = Connection.lazy(toConnectionOptions(place));
  const { namespace, dataConverter } = place;
  const client = new Client({ connection, namespace, ...(dataConverter !== undefined && { dataConverter }) });
  return { client, close: () => connection.close() };
}

/** A worker's connection; rejects with a SettingsError when Temporal does not answer. */
export function workerConnection(place: TemporalTarget): Promise<NativeConnection> {
  return reach(place, NativeConnection.connect(toConnectionOptions(place)));
}
