import { type Change, Change as ChangeShape } from "#schemas/change.ts";
import { Value } from "typebox/value";
import { until } from "./until.ts";

/** One server-sent event. */
type StreamMessage = { id: string | null; event: string; data: string };

/** An open event stream of a test. */
export type OpenStream = {
  status: number;
  headers: Headers;
  /** Events so far, in order. */
  messages: StreamMessage[];
  /** Comments so far. */
  comments: string[];
  /** Value of the field `retry`; null before it came. */
  retry: () => string | null;
  /** The changes so far. Fails if one does not have the documented shape. */
  changes(): Change[];
  /** Waits for a change that `matches` accepts. */
  change(matches: (change: Change) => boolean, maxWaitMs?: number): Promise<Change>;
  /** Waits for an event of a type. */
  event(type: string): Promise<StreamMessage>;
  /** Resolves with "ended" when the server ends the reply, and with "broken" when the connection breaks. */
  closed: Promise<"ended" | "broken">;
  /** Closes the connection as a client. */
  close(): void;
};

/** Opens `GET /events` with headers and a query, such as `?kinds=job`. */
export async function openStream(apiUrl: string, headers: Record<string, string>, query = ""): Promise<OpenStream> {
  const controller = new AbortController();
  const response = await fetch(`${apiUrl}/events${query}`, { headers, signal: controller.signal });
  const messages: StreamMessage[] = [];
  const comments: string[] = [];
  let retry: string | null = null;

  function take(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split("\n")) {
      if (line.startsWith(":")) comments.push(line.slice(1).trim());
      const [, name, value] = /^(\w+): (.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) fields.set(name, value);
    }
    retry = fields.get("retry") ?? retry;
    const data = fields.get("data");
    if (data !== undefined) messages.push({ id: fields.get("id") ?? null, event: fields.get("event") ?? "", data });
  }

  async function read(): Promise<"ended" | "broken"> {
    let rest = "";
    try {
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = `${rest}${text}`.split("\n\n");
        rest = blocks.pop() ?? "";
        blocks.forEach(take);
      }
      return "ended";
    } catch {
      return "broken";
    }
  }

  const changes = () =>
    messages.filter(({ event }) => event === "change").map(({ data }) => Value.Parse(ChangeShape, JSON.parse(data)));
  return {
    status: response.status,
    headers: response.headers,
    messages,
    comments,
    retry: () => retry,
    changes,
    change: (matches, maxWaitMs) => until(async () => changes().find(matches), maxWaitMs),
    event: (type) => until(async () => messages.find(({ event }) => event === type)),
    closed: read(),
    close: () => controller.abort(),
  };
}
