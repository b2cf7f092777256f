import type { Env } from "#schemas/settings/env.ts";
import { SettingsError } from "#schemas/validate.ts";
import type { Logger } from "./logger.ts";

/** What a span says of its work: names, ids, counts and hosts, never an address, a header, a body or a secret. */
type SpanAttributes = Record<string, string | number | boolean>;

type SpanKind = "server" | "client" | "internal";

/** A piece of work to be traced. `parent` is a traceparent; without one it belongs to the work around it, or begins a trace. */
export type SpanOrder = { name: string; kind?: SpanKind; attributes?: SpanAttributes; parent?: string };

/** A span under way. */
type OpenSpan = {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** It went wrong; the code is a fixed word. */
  fail(code: string): void;
};

/** A span told of when it is over, times in milliseconds since 1970. `own` is its traceparent where that was given out before. */
export type PastSpan = SpanOrder & {
  startedAt: number;
  endedAt: number;
  own?: string;
  /** The traceparent of what it came from without belonging to it. */
  link?: string;
  failure?: string;
};

/** Where spans go. */
export type Tracing = {
  /** Does the work as a span; what it rejects with is noted by its type or name alone. */
  run<Value>(order: SpanOrder, work: (span: OpenSpan) => Promise<Value>): Promise<Value>;
  record(span: PastSpan): void;
  /** Traceparent of the work around the call; null outside any. */
  current(): string | null;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
};

const silentSpan: OpenSpan = { rename() {}, set() {}, fail() {} };

/** Tracing that is turned off: the work is done, and nothing else. */
export const noTracing: Tracing = {
  run: (_order, work) => work(silentSpan),
  record() {},
  current: () => null,
  close: () => Promise.resolve(),
};

type Settings = Pick<Env, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS">;

/** Tracing as the settings want it. OpenTelemetry's packages are loaded here or not at all. */
export async function openTracing(env: Settings, service: string, log: Logger): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  if (endpoint === "") return noTracing;
  const { createTracing } = await import("./openTelemetry.ts");
  log.info("traces are sent");
  return createTracing({ endpoint, headers: parseHeaders(headers), service, log });
}

/** `name=value` pairs, comma-separated and percent-encoded, as OpenTelemetry's own setting of that name has them. */
function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new SettingsError("OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas.");
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}
