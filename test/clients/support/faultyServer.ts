import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A request that came. `at` is its time in milliseconds of the process. */
type Seen = {
  method: string;
  url: string;
  key: string | undefined;
  authorization: string | undefined;
  lastEventId: string | undefined;
  body: string;
  at: number;
};
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const job = { success: true, id: "01a", status: "queued", statusUrl: "/status/01a" };
/** Replies with JSON. */
export const sendJson = (status: number, body: object, headers: Record<string, string> = {}): Answer => {
  return (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
};
export const accept = sendJson(202, job);
/** Cuts the connection without a reply. */
export const reset: Answer = (request) => request.socket.destroy();
export const busy = (status: number) =>
  sendJson(status, { error: "busy", code: "unavailable", retryable: true }, { "Retry-After": "0" });

/** A server that gives each request the next answer, and the last one from then on. */
export async function openFaultyServer() {
  const seen: Seen[] = [];
  let answers: Answer[] = [accept];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const key = headers["idempotency-key"];
      const lastEventId = headers["last-event-id"];
      seen.push({
        method,
        url,
        key: key === undefined ? key : String(key),
        authorization: headers.authorization,
        lastEventId: lastEventId === undefined ? lastEventId : String(lastEventId),
        body,
        at: performance.now(),
      });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    replyWith(...next: Answer[]) {
      seen.length = 0;
      answers = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The error that a call rejects with; null if it does not. */
export async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => null,
    (error: unknown) => error,
  );
}
