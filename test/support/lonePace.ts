import type { Client } from "@temporalio/client";
import { type NativeConnection, Worker } from "@temporalio/worker";
import { lazyClient, workerConnection } from "#temporal-config/connect.ts";
import { workflowBundle } from "#worker/bundle.ts";
import { turnRequested, turnReturned } from "#workflows/messages.ts";
import { hostPaceStart } from "#workflows/starts.ts";
import type { TurnRequest } from "#workflows/rules/hostPace.ts";
import { servers } from "./servers.ts";
import { until } from "./until.ts";

const limits = { atOnce: 2, spacingMs: 0 };

/** One host's pace on a queue of its own, with a worker that is there only while a test says so. */
export type LonePace = {
  start(): Promise<void>;
  request(requestId: string): Promise<void>;
  /** Tells of a turn's return that nobody had; `length` is that of its name. */
  returnNothing(length: number): Promise<void>;
  /** Has the worker there until `done` gives something, looked at every so often. */
  atWork(done: () => Promise<boolean>): Promise<void>;
  /** Whether the time for which it waits has begun, or is over. */
  has(event: "timerStarted" | "timerFired"): Promise<boolean>;
  /** Whether the latest run has ended. */
  ended(): Promise<boolean>;
  /** The run that began first, and the latest. */
  runs(): Promise<{ first: string; latest: string }>;
  /** Requests that were told of their turn, each once. */
  told: Set<string>;
  /** Called in the task in which a request is told of its turn, before the task ends. */
  onTold: (requestId: string) => Promise<void>;
  close(): Promise<void>;
};

/** Opens a pace; nothing is started yet. */
export async function openLonePace(name: string): Promise<LonePace> {
  const { info } = await servers();
  const place = { address: info.temporalAddress, namespace: info.namespace };
  const connection: NativeConnection = await workerConnection(place);
  const { client, close }: { client: Client; close: () => Promise<void> } = lazyClient(place);
  const host = `${name}-${Date.now()}.example`;
  const options = { ...hostPaceStart({ host, limits, state: null }), taskQueue: host };
  const handle = client.workflow.getHandle(options.workflowId);
  let first = "";
  const pace: LonePace = {
    told: new Set(),
    onTold: () => Promise.resolve(),
    async start() {
      ({ firstExecutionRunId: first } = await client.workflow.start("hostPace", options));
    },
    async request(requestId) {
      const request: TurnRequest = { requestId, workflowId: requestId, accountId: "a", priority: 3 };
      const signalArgs: [{ request: TurnRequest; limits: typeof limits; pausedUntil: null }] = [
        { request, limits, pausedUntil: null },
      ];
      await client.workflow.signalWithStart("hostPace", { ...options, signal: turnRequested, signalArgs });
    },
    returnNothing: (length) => handle.signal(turnReturned, { requestId: "-".repeat(length), answer: null }),
    async atWork(done) {
      const worker = await Worker.create({
        connection,
        namespace: place.namespace,
        taskQueue: host,
        workflowBundle: await workflowBundle(),
        // Nothing is kept between tasks, as in a worker that has just come.
        maxCachedWorkflows: 0,
        activities: {
          async tellTurn({ requestId }: TurnRequest): Promise<boolean> {
            await pace.onTold(requestId);
            pace.told.add(requestId);
            return true;
          },
        },
      });
      await worker.runUntil(() => until(done, 60_000).then(() => undefined));
    },
    async has(event) {
      const { events } = await handle.fetchHistory();
      return (events ?? []).some((each) => each[`${event}EventAttributes`] != null);
    },
    ended: async () => (await handle.describe()).closeTime !== undefined,
    async runs() {
      return { first, latest: (await handle.describe()).runId };
    },
    async close() {
      if (!(await pace.ended())) await handle.terminate("the test is over");
      await Promise.all([close(), connection.close()]);
    },
  };
  return pace;
}
