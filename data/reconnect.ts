import type { MongoClient } from "mongodb";

/** Milliseconds between a failed connection and the next attempt. */
const retryDelayMs = 250;
/** Milliseconds after which a heartbeat counts as lost, in addition to the connect timeout. A server may hold its answer for 10 s. */
const awaitableHelloMs = 15_000;

/**
 * Makes a client reconnect in two cases in which the driver (7.8) gives up for good. In the first, its first connection
 * fails. In the second, a server's connections are cut during a heartbeat, and the driver waits to write to a closed socket.
 * In both cases the client is closed and connected again. `restart` does so for another reason; `stop` ends it.
 */
export function reconnect(client: MongoClient, connectTimeoutMS: number): { restart: () => void; stop: () => void } {
  const heartbeats = new Map<string, NodeJS.Timeout>();
  let retry: NodeJS.Timeout | undefined;
  // Commands report their own failures. A failed attempt closes the client, which starts the next attempt.
  const connect = () => void client.connect().catch(() => undefined);
  const restart = () => void client.close().catch(() => undefined);
  const clearTimers = () => {
    clearTimeout(retry);
    for (const timer of heartbeats.values()) clearTimeout(timer);
    heartbeats.clear();
  };
  const onClosed = () => {
    clearTimers();
    retry = setTimeout(connect, retryDelayMs).unref();
  };
  const onStarted = ({ connectionId }: { connectionId: string }) => {
    clearTimeout(heartbeats.get(connectionId));
    heartbeats.set(connectionId, setTimeout(restart, connectTimeoutMS + awaitableHelloMs).unref());
  };
  const onEnded = ({ connectionId }: { connectionId: string }) => clearTimeout(heartbeats.get(connectionId));
  client
    .on("topologyClosed", onClosed)
    .on("serverHeartbeatStarted", onStarted)
    .on("serverHeartbeatSucceeded", onEnded)
    .on("serverHeartbeatFailed", onEnded);
  const stop = () => {
    client
      .off("topologyClosed", onClosed)
      .off("serverHeartbeatStarted", onStarted)
      .off("serverHeartbeatSucceeded", onEnded)
      .off("serverHeartbeatFailed", onEnded);
    clearTimers();
  };
  return { restart, stop };
}
