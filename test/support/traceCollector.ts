import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** A span as it was received; `parentSpanId` is empty where it begins a trace. */
export type ReceivedSpan = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, unknown>;
  failed: boolean;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
};

/** A collector of traces: takes OTLP in JSON over HTTP. */
export type TraceCollector = {
  url: string;
  spans: ReceivedSpan[];
  /** Everything received, as it came. */
  bodies: string[];
  headers: NodeJS.Dict<string | string[]>[];
  close(): Promise<void>;
};

type Attribute = { key: string; value: Record<string, unknown> };
type WireSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  links?: { traceId: string; spanId: string }[];
  attributes?: Attribute[];
  status?: { code?: number };
};
type WireBody = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WireSpan[] }[] }[] };

/** Starts a collector on a free port of loopback. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: TraceCollector["headers"] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      headers.push(request.headers);
      spans.push(...spansOf(JSON.parse(body)));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the collector has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    bodies,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf({ resourceSpans }: WireBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)["service.name"]);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, ...span }) => ({
        service,
        name,
        traceId,
        spanId,
        parentSpanId: span.parentSpanId ?? "",
        links: span.links ?? [],
        attributes: valuesOf(span.attributes ?? []),
        failed: span.status?.code === 2,
        startedAt: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
        endedAt: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
      })),
    );
  });
}

function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
