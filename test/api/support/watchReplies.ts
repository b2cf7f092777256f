import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** Bytes of a reply at most, head included. Outputs of jobs are longer. */
export const maxReplyBytes = 1_000_000;

type Exchange = { request: IncomingMessage; response: ServerResponse; socket: Socket };

/** Notes each reply of this process's servers that has a status of 500 and more, or is long and no output. */
export function watchReplies() {
  const failed: string[] = [];
  const long: string[] = [];
  let count = 0;
  // A chunked reply has no length in its head, so the bytes on its connection are counted.
  const sentBefore = new WeakMap<ServerResponse, number>();
  const onStart = (message: unknown): void => {
    const { response, socket } = exchangeOf(message);
    sentBefore.set(response, socket.bytesWritten);
  };
  const onFinish = (message: unknown): void => {
    const { request, response, socket } = exchangeOf(message);
    count += 1;
    const call = `${request.method} ${request.url} ${response.statusCode}`;
    if (response.statusCode >= 500) failed.push(call);
    const bytes = socket.bytesWritten - (sentBefore.get(response) ?? 0);
    if (bytes > maxReplyBytes && !request.url?.includes("/outputs/")) long.push(`${call} ${bytes} bytes`);
  };
  const [start, finish] = ["http.server.request.start", "http.server.response.finish"];
  subscribe(start, onStart);
  subscribe(finish, onFinish);
  return {
    end() {
      unsubscribe(start, onStart);
      unsubscribe(finish, onFinish);
      return { count, failed, long };
    },
  };
}

function exchangeOf(message: unknown): Exchange {
  if (!isExchange(message)) throw new Error("Node names the request, the response and the connection of an exchange.");
  return message;
}

function isExchange(message: unknown): message is Exchange {
  if (typeof message !== "object" || message === null) return false;
  if (!("request" in message) || !("response" in message) || !("socket" in message)) return false;
  const { request, response, socket } = message;
  return request instanceof IncomingMessage && response instanceof ServerResponse && socket instanceof Socket;
}
