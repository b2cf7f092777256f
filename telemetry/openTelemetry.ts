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
 * Tracing by OpenTelemetry's SDK, sent as OTLP over HTTP in batches. Nothing global is registered, so that an API and a worker in
 * one process don't share spans, and no library begins to trace by itself. Only `tracing.ts` imports this file.
 */
export function createTracing({ endpoint, headers, service, log }: Settings): Tracing {
  diag.setLogger(complainingTo(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces`, headers });
  const ids = createIds();
  const provider = new TracerProvider({
    idGenerator: ids.generator,
    resource: resourceFromAttributes({ "service.name": service, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer("watchframe", version);
  const around = new AsyncLocalStorage<Span>();

  const parentOf = ({ parent }: SpanOrder): Context => {
    const context = parent === undefined ? around.getStore()?.spanContext() : parseTraceparent(parent);
    return context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
  };

  return {
    async run(order, work) {
      const span = tracer.startSpan(order.name, optionsOf(order), parentOf(order));
      try {
        return await around.run(span, () =>
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
    record(past) {
      const { own, link, failure, startedAt, endedAt } = past;
      const linked = link === undefined ? undefined : parseTraceparent(link);
      const options = {
        ...optionsOf(past),
        startTime: startedAt,
        ...(linked !== undefined && { links: [{ context: linked }] }),
      };
      // What was given out as a workflow's own context is not of the process that happens to record it.
      const context = own !== undefined && past.parent === undefined ? ROOT_CONTEXT : parentOf(past);
      const span = ids.as(own, () => tracer.startSpan(past.name, options, context));
      if (failure !== undefined) fail(span, failure);
      span.end(Math.max(startedAt, endedAt));
    },
    current() {
      const context = around.getStore()?.spanContext();
      return context === undefined ? null : `00-${context.traceId}-${context.spanId}-01`;
    },
    close: () => provider.shutdown(),
  };
}

function optionsOf({ kind = "internal", attributes = {} }: SpanOrder) {
  return { kind: kinds[kind], attributes };
}

/** Random ids, but for spans whose own were given out before they are recorded. */
function createIds() {
  const random = new RandomIdGenerator();
  let given: SpanContext | undefined;
  return {
    generator: {
      generateTraceId: () => given?.traceId ?? random.generateTraceId(),
      generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    },
    as(own: PastSpan["own"], start: () => Span): Span {
      given = own === undefined ? undefined : parseTraceparent(own);
      try {
        return start();
      } finally {
        given = undefined;
      }
    },
  };
}

/** W3C's traceparent, version 00; undefined where it is none. */
function parseTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

function fail(span: Span, code: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", code);
}

/** The catalogue's word for a failure, else the class: a message may hold an address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const type: unknown = Reflect.get(error, "type") ?? Reflect.get(error, "code");
  return typeof type === "string" && /^\w{1,64}$/.test(type) ? type : error.name;
}

const silent = (): void => undefined;

/** A collector that is away is told of in our own log, and costs spans, never a request. */
function complainingTo(log: Logger) {
  const warn = (message: string): void => log.warn({ trouble: redact(message) }, "traces could not be sent");
  return { error: warn, warn, info: silent, debug: silent, verbose: silent };
}
