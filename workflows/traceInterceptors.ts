import { defaultPayloadConverter } from "@temporalio/common";
import {
  ApplicationFailure,
  ContinueAsNew,
  type Headers,
  isCancellation,
  proxySinks,
  type Sinks,
  workflowInfo,
  type WorkflowInterceptors,
} from "@temporalio/workflow";
import {
  readTraceHeader,
  runTraceparent,
  type TraceHeader,
  traceHeader,
  type WorkflowSpan,
} from "./rules/traceContext.ts";

/** Where a workflow's span goes: the worker's own process. */
export interface TraceSinks extends Sinks {
  traces: { ended(span: WorkflowSpan): void };
}

/** Workflows that serve everybody and run for good: they are in no trace, and what they start begins one. */
const untraced = new Set(["reconciler", "maintenance"]);
/** Workflows that live for months: each thing they start begins a trace of its own, linked to what brought it about. */
const loops = new Set(["monitor", "renderSchedule"]);

/**
 * Carries a trace's context from a workflow's start to all that it starts; only in the bundle that is made while tracing is on.
 * They issue no command, await nothing and draw no random number, so histories replay with them and without.
 */
export function interceptors(): WorkflowInterceptors {
  const { runId, workflowType, startTime } = workflowInfo();
  if (untraced.has(workflowType)) return {};
  const isLoop = loops.has(workflowType);
  const { traces } = proxySinks<TraceSinks>();
  let given: TraceHeader = {};
  let own = runTraceparent(runId, null);
  /** What a loop was told of last, and has not yet answered by a run. */
  let asked: string | undefined;

  const forActivity = <Input extends { headers: Headers }>(input: Input): Input =>
    isLoop ? input : withHeader(input, { traceparent: own });
  const forChild = (): TraceHeader => {
    if (!isLoop) return { traceparent: own };
    const link = asked ?? own;
    asked = undefined;
    return { link };
  };

  return {
    inbound: [
      {
        execute(input, next) {
          given = readHeader(input.headers);
          own = runTraceparent(runId, given.traceparent ?? null);
          const ended = (failure: string | null): void =>
            traces.ended({
              own,
              parent: given.traceparent ?? null,
              link: given.link ?? null,
              startedAt: startTime.getTime(),
              endedAt: Date.now(),
              failure,
            });
          const work = next(input);
          // Beside it, not around it: one more turn of the microtask queue could change the order of commands.
          work.then(
            () => ended(null),
            (error: unknown) => ended(failureOf(error)),
          );
          return work;
        },
        handleSignal(input, next) {
          asked = readHeader(input.headers).traceparent ?? asked;
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(forActivity(input)),
        scheduleLocalActivity: (input, next) => next(forActivity(input)),
        startChildWorkflowExecution: (input, next) => next(withHeader(input, forChild())),
        continueAsNew: (input, next) => next(withHeader(input, given)),
      },
    ],
  };
}

function withHeader<Input extends { headers: Headers }>(input: Input, header: TraceHeader): Input {
  return { ...input, headers: { ...input.headers, [traceHeader]: defaultPayloadConverter.toPayload(header) } };
}

function readHeader(headers: Headers): TraceHeader {
  const payload = headers[traceHeader];
  return payload === undefined ? {} : readTraceHeader(defaultPayloadConverter.fromPayload(payload));
}

function failureOf(error: unknown): string | null {
  if (error instanceof ContinueAsNew) return null;
  if (isCancellation(error)) return "cancelled";
  return error instanceof ApplicationFailure && error.type ? error.type : "failed";
}
