import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  isGrpcServiceError,
  isRetryableError,
  makeGrpcRetryInterceptor,
  type WorkflowClientInterceptor,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
} from "@temporalio/client";
import { defaultPayloadConverter, type Headers, type SignalDefinition } from "@temporalio/common";
import type { Logger } from "#telemetry/logger.ts";
import { noTracing, type SpanOrder, type Tracing } from "#telemetry/tracing.ts";
import { type TemporalTarget, toConnectionOptions } from "#temporal-config/target.ts";
import type { WorkflowSignal } from "#orders/messages.ts";
import { traceHeader } from "#rules/traceContext.ts";
import { type WorkflowOrder, workflowStart } from "#orders/starts.ts";
import { raceAbort } from "#async/raceAbort.ts";

/** The result of a wait; `unknown` if Temporal is unavailable or has no such workflow. */
export type Waited = "ended" | "still_running" | "unknown";

/** The API's client of Temporal. Calls reject if Temporal does not answer within 3 s. */
export type Orchestrator = {
  /** Starts a workflow; idempotent. */
  start(order: WorkflowOrder): Promise<void>;
  /** Cancels a workflow. Returns false if no workflow with the id runs. */
  cancel(workflowId: string): Promise<boolean>;
  /** Signals a workflow. Returns false if no workflow with the id runs. */
  signalWorkflow<Args extends unknown[]>(
    workflowId: string,
    definition: SignalDefinition<Args>,
    ...args: Args
  ): Promise<boolean>;
  /** Signals a workflow, and starts it if necessary. Returns false if it has ended. */
  signal(order: WorkflowOrder, signal: WorkflowSignal): Promise<boolean>;
  /** Waits until a workflow has ended, successfully or not, for at most `ms`. */
  wait(workflowId: string, ms: number, signal: AbortSignal): Promise<Waited>;
  /** Rejects if Temporal does not answer within 2 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

const startMs = 3_000;
const pingMs = 2_000;
/** Milliseconds for calls under way when the client closes. Longer than the longest pause between two tries. */
const closeMs = 1_000;
/** Tries of one call, over about half a second. The library's default of ten tries would take 20 s. */
const maxTries = 3;

/** Creates the client. It connects at the first call, so the API starts while Temporal is unavailable. */
export function createOrchestrator({
  target,
  log,
  tracing = noTracing,
}: {
  target: TemporalTarget;
  log: Logger;
  tracing?: Tracing;
}): Orchestrator {
  const { connection, call, close } = openConnection(target);
  const { namespace, dataConverter } = target;
  const { workflow } = new Client({
    connection,
    namespace,
    ...(dataConverter !== undefined && { dataConverter }),
    ...(tracing !== noTracing && { interceptors: { workflow: [traceCalls(tracing)] } }),
  });
  // A request may concern a workflow before Temporal has confirmed its start.
  const starting = new Map<string, Promise<unknown>>();

  async function start(order: WorkflowOrder): Promise<void> {
    const { workflowType, ...rest } = workflowStart(order);
    const options = { ...rest, workflowIdConflictPolicy: "USE_EXISTING" } as const;
    try {
      await call(AbortSignal.timeout(startMs), () => workflow.start(workflowType, options));
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Sends a message to a workflow. Returns false if it does not run. */
  async function send(workflowId: string, message: () => Promise<unknown>): Promise<boolean> {
    await starting.get(workflowId);
    try {
      await call(AbortSignal.timeout(startMs), message);
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  return {
    async start(order) {
      const { workflowId } = workflowStart(order);
      const started = start(order).finally(() => starting.delete(workflowId));
      // Others wait for the start to settle. Its failure goes to the caller only.
      starting.set(workflowId, Promise.allSettled([started]));
      return started;
    },
    cancel: (workflowId) => send(workflowId, () => workflow.getHandle(workflowId).cancel()),
    signalWorkflow: (workflowId, definition, ...args) =>
      send(workflowId, () => workflow.getHandle(workflowId).signal(definition, ...args)),
    async signal(order, signal) {
      const { workflowType, ...rest } = workflowStart(order);
      const options = { ...rest, signal: signal.name, signalArgs: signal.args };
      try {
        await call(AbortSignal.timeout(startMs), () => workflow.signalWithStart(workflowType, options));
        return true;
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
        throw error;
      }
    },
    async wait(workflowId, ms, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
      try {
        await raceAbort(Promise.resolve(starting.get(workflowId)), { signal: limit });
        await call(limit, () => workflow.getHandle(workflowId).result());
        return "ended";
      } catch (error) {
        if (error instanceof WorkflowFailedError) return "ended";
        if (limit.aborted) return "still_running";
        if (!(error instanceof WorkflowNotFoundError) && !isGrpcServiceError(error)) {
          log.warn({ err: error, workflowId }, "waiting for a workflow failed");
        }
        return "unknown";
      }
    },
    async ping() {
      await call(AbortSignal.timeout(pingMs), () => connection.workflowService.describeNamespace({ namespace }));
    },
    close,
  };
}

type Call = <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value>;

function openConnection(target: TemporalTarget): { connection: Connection; call: Call; close(): Promise<void> } {
  let closing = false;
  const { delayFunction } = defaultGrpcRetryOptions();
  const retry = makeGrpcRetryInterceptor({
    delayFunction,
    retryableDecider: (attempt, status) => !closing && attempt < maxTries && isRetryableError(status),
  });
  const connection = Connection.lazy({ ...toConnectionOptions(target), interceptors: [retry] });
  const runningCalls = new Set<Promise<unknown>>();
  return {
    connection,
    call(signal, work) {
      const called = connection.withAbortSignal(signal, work);
      const ended = Promise.allSettled([called]).finally(() => runningCalls.delete(ended));
      runningCalls.add(ended);
      // The library ignores the signal during the pause between two tries.
      return raceAbort(called, { signal });
    },
    async close() {
      closing = true;
      // A pending try would cause an unhandled rejection after the connection closed.
      const overdue = Promise.withResolvers<void>();
      const timer = setTimeout(overdue.resolve, closeMs);
      await Promise.race([Promise.all(runningCalls), overdue.promise]);
      clearTimeout(timer);
      await connection.close();
    },
  };
}

/** Records starts and signals as spans, and sends the span's context in a header. */
function traceCalls(tracing: Tracing): WorkflowClientInterceptor {
  const withContext = <Input extends { headers: Headers }>(input: Input): Input => {
    const header = defaultPayloadConverter.toPayload({ traceparent: tracing.current() });
    return { ...input, headers: { ...input.headers, [traceHeader]: header } };
  };
  return {
    startWithDetails: (input, next) =>
      tracing.run(callOf(`start ${input.workflowType}`, input.options.workflowId), () => next(withContext(input))),
    signal: (input, next) =>
      tracing.run(callOf(`signal ${input.signalName}`, input.workflowExecution.workflowId), () =>
        next(withContext(input)),
      ),
    signalWithStart: (input, next) =>
      tracing.run(callOf(`signal ${input.signalName}`, input.options.workflowId), () => next(withContext(input))),
  };
}

function callOf(name: string, workflowId: string): SpanOrder {
  return { name, kind: "client", attributes: { "temporal.workflow_id": workflowId } };
}
