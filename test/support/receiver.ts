import { createServer } from "node:http";
import type { Socket } from "node:net";

/** One request that a receiver got. */
type Received = { path: string; headers: Record<string, string>; body: string; at: number };

/** A reply, or raw bytes in its place, after which the connection ends. */
type Answer = { status: number; headers?: Record<string, string>; body?: string } | { raw: string };

/** A local webhook receiver. */
export type Receiver = {
  host: string;
  url: string;
  received: Received[];
  /** The answer to the `count`th request for a path; null for none. Default: 204. */
  answer: (request: Received, count: number) => Answer | null;
  /** Ends the connections of requests that get no answer. */
  hangUp(): void;
  close(): Promise<void>;
};

/** Starts a webhook receiver. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const unanswered: Socket[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const one = { path: request.url ?? "", headers, body: Buffer.concat(chunks).toString("utf8"), at: Date.now() };
      received.push(one);
      const answer = receiver.answer(one, received.filter(({ path }) => path === one.path).length);
      if (answer === null) unanswered.push(request.socket);
      else if ("raw" in answer) request.socket.end(answer.raw);
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  const host = `127.0.0.1:${address.port}`;
  const receiver: Receiver = {
    host,
    url: `http://${host}`,
    received,
    answer: () => ({ status: 204 }),
    hangUp() {
      for (const socket of unanswered.splice(0)) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
