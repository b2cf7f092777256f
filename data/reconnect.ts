import type { MongoClient } from "mongodb";

/** Milliseconds between a client that found no server and its next try. */
const againMs = 250;
/** Milliseconds that a server has, beside the time to connect, to answer a question that it may hold back until there is news. */
const awaitableHelloMs = 15_000;

/**
 * Has a client find its servers again in two cases in which the driver (7.8) gives up for good: where its first connection fails,
 * and where a server's connections are cut while the driver asks it whether it is well: it then waits to write to a socket that is
 * gone. In both the client is closed and connected anew. Returns what does so for another reason, and what ends all this.
 */
export function reconnect(client: MongoClient, connectTimeoutMS: number): { startAnew: () => void; stop: () => void } {
  const asked = new Map<string, NodeJS.Timeout>();
  let again: NodeJS.Timeout | undefined;
  // Commands report their own failures, and a try that fails closes the client, so that there is another.
  const tryAgain = () => void client.connect().catch(() => undefined);
  const startAnew = () => void client.close().catch(() => undefined);
  const forget = () => {
    clearTimeout(again);
    for (const timer of asked.values()) clearTimeout(timer);
    asked.clear();
  };
  const onClosed = () => {
    forget();
    again = setTimeout(tryAgain, againMs).unref();
  };
  const onAsked = ({ connectionId }: { connectionId: string }) => {
    clearTimeout(asked.get(connectionId));
    asked.set(connectionId, setTimeout(startAnew, connectTimeoutMS + awaitableHelloMs).unref());
  };
  const onAnswered = ({ connectionId }: { connectionId: string }) => clearTimeout(asked.get(connectionId));
  client
    .on("topologyClosed", onClosed)
    .on("serverHeartbeatStarted", onAsked)
    .on("serverHeartbeatSucceeded", onAnswered)
    .on("serverHeartbeatFailed", onAnswered);
  const stop = () => {
    client
      .off("topologyClosed", onClosed)
      .off("serverHeartbeatStarted", onAsked)
      .off("serverHeartbeatSucceeded", onAnswered)
      .off("serverHeartbeatFailed", onAnswered);
    forget();
  };
  return { startAnew, stop };
}
