/** The header with which Temporal's SDKs pass the trace context from clients to workflows and activities. */
export const traceHeader = "_tracer-data";

/** The header's content: the parent span, or the span that a new trace is linked to. */
export type TraceHeader = { traceparent?: string; link?: string };

/** The span of a workflow that has ended. Times are in milliseconds since 1970. */
export type WorkflowSpan = {
  /** The workflow's traceparent, which its activities and children got. */
  ownTraceparent: string;
  parent: string | null;
  link: string | null;
  startedAt: number;
  endedAt: number;
  /** Null after success; else `cancelled` or the failure's type. */
  failure: string | null;
};

/**
 * The traceparent of a workflow's run: the trace of its parent, or a new one, and a span id from the run's id. It uses none of
 * the workflow's random numbers, so that the workflow behaves the same with and without tracing.
 */
export function runTraceparent(runId: string, parent: string | null): string {
  const hex = runId.replaceAll("-", "").toLowerCase();
  const traceId = parent === null ? hex : parent.split("-")[1];
  return `00-${traceId}-${hex.slice(16)}-01`;
}

/** The header's content; empty if it has another form than ours. */
export function readTraceHeader(value: unknown): TraceHeader {
  const take = (name: "traceparent" | "link"): TraceHeader => {
    const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
    return typeof text === "string" && /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/.test(text) ? { [name]: text } : {};
  };
  return { ...take("traceparent"), ...take("link") };
}
