import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { uuidv7 } from "uuidv7";
import type { ApiErrorCode } from "#schemas/errors.ts";
import type { Logger } from "#telemetry/logger.ts";
import { ApiError, toErrorBody } from "./errors.ts";

/**
 * Replies to failures before a request exists (headers that are too long, too slow or not HTTP) with the usual error
 * body. Node would send a bare status line and close the connection.
 */
export function answerClientErrors(server: Server, log: Logger): void {
  const replies = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (request, response) => replies.set(request.socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const last = replies.get(socket);
    const midReply = last !== undefined && last.headersSent && !last.writableFinished;
    if (!socket.writable || error.code === "ECONNRESET" || midReply) return void socket.destroy(error);
    const refusal = new ApiError(codes[error.code ?? ""] ?? "malformed_request");
    const requestId = uuidv7();
    log.info({ requestId, code: refusal.code }, "request not read");
    socket.end(toReply(refusal, requestId), () => socket.destroy());
  });
}

/** Error codes of Node for requests that it can't read. */
const codes: Readonly<Record<string, ApiErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

function toReply(refusal: ApiError, requestId: string): string {
  const body = JSON.stringify(toErrorBody(refusal, "submit"));
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    `X-Request-Id: ${requestId}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
