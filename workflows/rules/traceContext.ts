/** The header that Temporal's SDKs carry a trace's context in, from clients to workflows and on to activities. */
export const traceHeader = "_tracer-data";

/** What that header holds: the span it comes from, or, where a new trace is to begin, the one it is to be linked to. */
export type TraceHeader = { traceparent?: string; link?: string };

/** A workflow's span, told of as it ends; times in milliseconds since 1970. */
export type WorkflowSpan = {
  /** Its own traceparent, which was given to all it started. */
  own: string;
  parent: string | null;
  link: string | null;
  startedAt: number;
  endedAt: number;
  /** Null where it ended well; else `cancelled`, or the failure's type. */
  failure: string | null;
};

/**
 * The traceparent of a workflow's run: the trace of its parent, or one of its own, and a span named by the run's id. Nothing is drawn
 * from the workflow's random numbers, so that what it does is the same with tracing and without.
 */
export function runTraceparent(runId: string, parent: string | null): string {
  const hex = runId.replaceAll("-", "").toLowerCase();
  const traceId = parent === null ? hex : parent.split("-")[1];
  return `00-${traceId}-${hex.slice(16)}-01`;
}

/** The header's content where it is one that we write; what is anything else is passed over. */
export function readTraceHeader(value: unknown): TraceHeader {
  const take = (name: "traceparent" | "link"): TraceHeader => {
    const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
    return typeof text === "string" && /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/.test(text) ? { [name]: text } : {};
  };
  return { ...take("traceparent"), ...take("link") };
}
