import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from "@opentelemetry/sdk-trace";
import { version } from "#schemas/version.ts";
import { type Logger, redact } from "./logger.ts";
import type { PastSpan, SpanOrder, Tracing } from "./tracing.ts";

type Settings = { endpoint: string; headers: Record<string, string>; service: string; log: Logger };

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/**
 * Creates tracing with OpenTelemetry's SDK, which sends batches as OTLP over HTTP. Nothing global is registered. So an API and
 * a worker in one process do not share spans, and no library starts to trace. Only `tracing.ts` imports this file.
 */
export function createTracing({ endpoint, headers, service, log }: Settings): Tracing {
  diag.setLogger(diagLogger(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces`, headers });
  const ids = createIds();
  const provider = new TracerProvider({
    idGenerator: ids.generator,
    resource: resourceFromAttributes({ "service.name": service, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer("watchframe", version);
  const activeSpan = new AsyncLocalStorage<Span>();

  const parentOf = ({ parent }: SpanOrder): Context => {
    const context = parent === undefined ? activeSpan.getStore()?.spanContext() : parseTraceparent(parent);
    return context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
  };

  return {
    async run(order, work) {
      const span = tracer.startSpan(order.name, optionsOf(order), parentOf(order));
      try {
        return await activeSpan.run(span, () =>
          work({
            rename: (name) => void span.updateName(name),
            set: (attributes) => void span.setAttributes(attributes),
            fail: (code) => fail(span, code),
          }),
        );
      } catch (error) {
        fail(span, codeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    record(pastSpan) {
      const { ownTraceparent, link, failure, startedAt, endedAt } = pastSpan;
      const linked = link === undefined ? undefined : parseTraceparent(link);
      const options = {
        ...optionsOf(pastSpan),
        startTime: startedAt,
        ...(linked !== undefined && { links: [{ context: linked }] }),
      };
      // A span with its own context belongs to a workflow, not to the active span of the recording process.
      const context = ownTraceparent !== undefined && pastSpan.parent === undefined ? ROOT_CONTEXT : parentOf(pastSpan);
      const span = ids.as(ownTraceparent, () => tracer.startSpan(pastSpan.name, options, context));
      if (failure !== undefined) fail(span, failure);
      span.end(Math.max(startedAt, endedAt));
    },
    current() {
      const context = activeSpan.getStore()?.spanContext();
      return context === undefined ? null : `00-${context.traceId}-${context.spanId}-01`;
    },
    close: () => provider.shutdown(),
  };
}

function optionsOf({ kind = "internal", attributes = {} }: SpanOrder) {
  return { kind: kinds[kind], attributes };
}

/** Generates random ids. `as` starts a span with the ids of a traceparent that was handed out before. */
function createIds() {
  const random = new RandomIdGenerator();
  let givenSpan: SpanContext | undefined;
  return {
    generator: {
      generateTraceId: () => givenSpan?.traceId ?? random.generateTraceId(),
      generateSpanId: () => givenSpan?.spanId ?? random.generateSpanId(),
    },
    as(ownTraceparent: PastSpan["ownTraceparent"], start: () => Span): Span {
      givenSpan = ownTraceparent === undefined ? undefined : parseTraceparent(ownTraceparent);
      try {
        return start();
      } finally {
        givenSpan = undefined;
      }
    },
  };
}

/** Parses a W3C traceparent, version 00; undefined if it is not one. */
function parseTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

function fail(span: Span, code: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", code);
}

/** The error code of a failure, else its class name. Messages are not used, as they may contain an address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const type: unknown = Reflect.get(error, "type") ?? Reflect.get(error, "code");
  return typeof type === "string" && /^\w{1,64}$/.test(type) ? type : error.name;
}

const silent = (): void => undefined;

/** Logs export failures. An unavailable collector loses spans but never fails a request. */
function diagLogger(log: Logger) {
  const warn = (message: string): void => log.warn({ reason: redact(message) }, "traces could not be sent");
  return { error: warn, warn, info: silent, debug: silent, verbose: silent };
}
