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
} from "#rules/traceContext.ts";

/** The sink that passes spans to the worker's process. */
export interface TraceSinks extends Sinks {
  traces: { ended(span: WorkflowSpan): void };
}

/** Workflows that run for all accounts without end. They belong to no trace; each child begins one. */
const untraced = new Set(["reconciler", "maintenance"]);
/** Workflows that run for months. Each child begins its own trace, which is linked to its cause. */
const loops = new Set(["monitor", "monitorSitemap", "renderSchedule"]);

/**
 * Interceptors that pass the trace context from a workflow's start to its activities and children. Only the bundle for tracing
 * has them. They issue no command, await nothing and use no random number, so histories replay with and without them.
 */
export function interceptors(): WorkflowInterceptors {
  const { runId, workflowType, startTime } = workflowInfo();
  if (untraced.has(workflowType)) return {};
  const isLoop = loops.has(workflowType);
  const { traces } = proxySinks<TraceSinks>();
  let givenHeader: TraceHeader = {};
  let ownTraceparent = runTraceparent(runId, null);
  /** The traceparent of a loop's last signal, until the loop starts a child for it. */
  let signalTraceparent: string | undefined;

  const forActivity = <Input extends { headers: Headers }>(input: Input): Input =>
    isLoop ? input : withHeader(input, { traceparent: ownTraceparent });
  const forChild = (): TraceHeader => {
    if (!isLoop) return { traceparent: ownTraceparent };
    const link = signalTraceparent ?? ownTraceparent;
    signalTraceparent = undefined;
    return { link };
  };

  return {
    inbound: [
      {
        execute(input, next) {
          givenHeader = readHeader(input.headers);
          ownTraceparent = runTraceparent(runId, givenHeader.traceparent ?? null);
          const ended = (failure: string | null): void =>
            traces.ended({
              ownTraceparent,
              parent: givenHeader.traceparent ?? null,
              link: givenHeader.link ?? null,
              startedAt: startTime.getTime(),
              endedAt: Date.now(),
              failure,
            });
          const work = next(input);
          // Not awaited: another microtask before the result could change the order of commands.
          work.then(
            () => ended(null),
            (error: unknown) => ended(failureOf(error)),
          );
          return work;
        },
        handleSignal(input, next) {
          signalTraceparent = readHeader(input.headers).traceparent ?? signalTraceparent;
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(forActivity(input)),
        scheduleLocalActivity: (input, next) => next(forActivity(input)),
        startChildWorkflowExecution: (input, next) => next(withHeader(input, forChild())),
        continueAsNew: (input, next) => next(withHeader(input, givenHeader)),
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
