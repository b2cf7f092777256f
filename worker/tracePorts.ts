import type { ActivityPorts, CaptureContext, CapturePort, CaptureStage } from "#activities/ports.ts";
import type { SpanOrder, Tracing } from "#telemetry/tracing.ts";

/** The ports that reach out of the process, each call of theirs a span; hosts are named, addresses are not. */
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

/** A call out of the process; what it goes to is named where that is not the service's own. */
function client(name: string, host?: string): SpanOrder {
  return { name, kind: "client", ...(host !== undefined && { attributes: { "server.address": host } }) };
}

const stageNames = {
  navigating: "navigate",
  capturing: "capture",
  extracting: "extract",
} as const satisfies Record<CaptureStage, string>;

/** Tells of a capture's stages as they follow one another; the one that was under way when it failed is the failed one. */
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
