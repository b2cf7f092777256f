import { defaultPayloadConverter, type Headers } from "@temporalio/common";
import type { ActivityInterceptorsFactory, InjectedSinks } from "@temporalio/worker";
import type { ActivityPorts, CaptureContext, CapturePort, CaptureStage } from "#activities/ports.ts";
import type { SpanOrder, Tracing } from "#telemetry/tracing.ts";
import { readTraceHeader, traceHeader } from "#rules/traceContext.ts";
import type { TraceSinks } from "#workflows/traceInterceptors.ts";

/** Records each activity of a traced workflow as a span of the workflow's trace. */
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

/** Records the span of each workflow when it ends, but not during a replay. */
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

/** Wraps the ports that use the network, so that each call is a span. Spans name hosts, but no addresses. */
export function tracePorts(ports: ActivityPorts, tracing: Tracing): ActivityPorts {
  const { objects, callerStorage, fetch } = ports;
  const traced: ActivityPorts["fetch"] = Object.assign(
    (...[url, options]: Parameters<ActivityPorts["fetch"]>) =>
      tracing.run(client(`HTTP ${options?.method ?? "GET"}`, new URL(url).hostname), async (span) => {
        const reply = await fetch(url, options);
        span.set({ "http.response.status_code": reply.statusCode });
        return reply;
      }),
    { close: () => fetch.close() },
  );
  return {
    ...ports,
    fetch: traced,
    capture: traceStages(ports.capture, tracing),
    objects: {
      ...objects,
      put: (...put) => tracing.run(client("object store put"), () => objects.put(...put)),
      get: (key) => tracing.run(client("object store get"), () => objects.get(key)),
    },
    callerStorage: {
      ...callerStorage,
      put: (...put) =>
        tracing.run(client("caller's storage put", new URL(put[0].endpoint).hostname), () => callerStorage.put(...put)),
    },
  };
}

/** The span of a call to another process. `host` is set only for hosts outside the service. */
function client(name: string, host?: string): SpanOrder {
  return { name, kind: "client", ...(host !== undefined && { attributes: { "server.address": host } }) };
}

const stageNames = {
  navigating: "navigate",
  capturing: "capture",
  extracting: "extract",
} as const satisfies Record<CaptureStage, string>;

/** Records each stage of a capture as a span. After a failure, the last stage is the failed one. */
function traceStages({ capture }: CapturePort, tracing: Tracing): CapturePort {
  return {
    async capture(request, context) {
      let stage: CaptureStage = "navigating";
      let startedAt = Date.now();
      const end = (failure?: "failed"): void => {
        const endedAt = Date.now();
        const attributes = { "server.address": new URL(request.spec.url).hostname };
        const span = { name: stageNames[stage], attributes, startedAt, endedAt };
        tracing.record({ ...span, ...(failure !== undefined && { failure }) });
        startedAt = endedAt;
      };
      const onStage: CaptureContext["onStage"] = (next) => {
        if (next !== stage) end();
        stage = next;
        context.onStage(next);
      };
      try {
        const captured = await capture(request, { ...context, onStage });
        end();
        return captured;
      } catch (error) {
        end("failed");
        throw error;
      }
    },
  };
}
