import { defaultPayloadConverter, type Headers } from "@temporalio/common";
import type { ActivityInterceptorsFactory, InjectedSinks } from "@temporalio/worker";
import type { Tracing } from "#telemetry/tracing.ts";
import { readTraceHeader, traceHeader } from "#workflows/rules/traceContext.ts";
import type { TraceSinks } from "#workflows/traceInterceptors.ts";

/** Does each activity of a traced workflow as a span of its trace; what no trace asks for is left alone. */
export function traceActivities(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute(input, next) {
        const parent = parentIn(input.headers);
        if (parent === undefined) return next(input);
        const attributes = {
          "temporal.activity_type": info.activityType,
          "temporal.task_queue": info.taskQueue,
          "temporal.attempt": info.attempt,
          "temporal.workflow_id": info.workflowExecution?.workflowId ?? "",
        };
        return tracing.run({ name: `activity ${info.activityType}`, parent, attributes }, () => next(input));
      },
    },
  });
}

/** Records workflows' spans as they end; not when their histories are replayed. */
export function traceWorkflows(tracing: Tracing): InjectedSinks<TraceSinks> {
  return {
    traces: {
      ended: {
        callDuringReplay: false,
        fn({ workflowType, workflowId, runId, attempt }, { parent, link, failure, ...span }) {
          tracing.record({
            ...span,
            name: `workflow ${workflowType}`,
            attributes: {
              "temporal.workflow_type": workflowType,
              "temporal.workflow_id": workflowId,
              "temporal.run_id": runId,
              "temporal.attempt": attempt,
            },
            ...(parent !== null && { parent }),
            ...(link !== null && { link }),
            ...(failure !== null && { failure }),
          });
        },
      },
    },
  };
}

function parentIn(headers: Headers): string | undefined {
  const payload = headers[traceHeader];
  return payload === undefined ? undefined : readTraceHeader(defaultPayloadConverter.fromPayload(payload)).traceparent;
}
