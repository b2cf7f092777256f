import type { Env } from "#schemas/settings/env.ts";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import type { Logger } from "./logger.ts";

/** Attributes of a span: names, ids, counts and hosts; never an address, a header, a body or a secret. */
type SpanAttributes = Record<string, string | number | boolean>;

type SpanKind = "server" | "client" | "internal";

/** A span to start. `parent` is a traceparent; without it, the parent is the active span, or a new trace begins. */
export type SpanOrder = { name: string; kind?: SpanKind; attributes?: SpanAttributes; parent?: string };

/** A running span. */
type OpenSpan = {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed; the code is a name from the code. */
  fail(code: string): void;
};

/** A span that has ended; times in milliseconds since 1970. `ownTraceparent` is its own one if that was handed out before. */
export type PastSpan = SpanOrder & {
  startedAt: number;
  endedAt: number;
  ownTraceparent?: string;
  /** The traceparent of a span that caused this one but is not its parent. */
  link?: string;
  failure?: string;
};

/** Records spans. */
export type Tracing = {
  /** Runs work as a span. Of an error, only its code or class name is recorded. */
  run<Value>(order: SpanOrder, work: (span: OpenSpan) => Promise<Value>): Promise<Value>;
  record(span: PastSpan): void;
  /** The traceparent of the active span, or null. */
  current(): string | null;
  /** Sends the remaining spans. */
  close(): Promise<void>;
};

const silentSpan: OpenSpan = { rename() {}, set() {}, fail() {} };

/** Tracing that is turned off: it only runs the work. */
export const noTracing: Tracing = {
  run: (_order, work) => work(silentSpan),
  record() {},
  current: () => null,
  close: () => Promise.resolve(),
};

type Settings = Pick<Env, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS">;

/** Opens tracing as the settings say. OpenTelemetry's packages are loaded only if it is on. */
export async function openTracing(env: Settings, service: string, log: Logger): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  if (endpoint === "") return noTracing;
  const { createTracing } = await import("./openTelemetry.ts");
  log.info("traces are exported");
  return createTracing({ endpoint, headers: parseHeaders(headers), service, log });
}

/** Parses comma-separated, percent-encoded `name=value` pairs, as OpenTelemetry defines the setting. */
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
