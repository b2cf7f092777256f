import { createWorkQueue } from "./workQueue.ts";

/** Lists that a process reads and presents at once. Each may be 2 MB as a reply and three times that in memory. */
const atOnce = 4;
/** Calls of one account that may wait for a list. A waiting call holds no list and no connection of the database. */
const maxWaiting = 1_000;

const queue = createWorkQueue({ atOnce, refusal: "lists of one account wait to be read; ask for fewer at once." });

/** Reads and presents a page of a list when it is the account's turn. @throws ApiError `unavailable` */
export function readList<Value>(
  { accountId, signal }: { accountId: string; signal: AbortSignal },
  read: () => Promise<Value>,
): Promise<Value> {
  return queue.run(read, { share: { path: [accountId], maxWaiting }, signal });
}

/** Whether a route shows pages of a list: a GET with a cursor. */
export function isList({ method, query }: { method: string; query: { properties: object } }): boolean {
  return method === "GET" && "cursor" in query.properties;
}
