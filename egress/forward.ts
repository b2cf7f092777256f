import {
  type Agent,
  type ClientRequestArgs,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from "node:http";
import { unreachedReasonOf } from "./errors.ts";
import { forwarded, headerBytes, writable } from "./headers.ts";
import { portOf } from "./policy.ts";
import { refuseRequest, type Session, verdictOf } from "./proxyReplies.ts";

/** Bytes of a request or response head. This is Chromium's limit for a response head. */
export const maxHeadBytes = 256 * 1024;

/** A proxied request and the response to the browser. */
type Exchange = { session: Session & { agent: Agent }; url: URL; request: IncomingMessage; response: ServerResponse };

/** Serves one request in absolute form (`GET http://host/path`), streaming both bodies. */
export function forward(session: Exchange["session"], request: IncomingMessage, response: ServerResponse): void {
  const url = URL.parse(request.url ?? "");
  if (url === null || url.protocol !== "http:" || url.username !== "" || url.password !== "") {
    session.meter.refuse(url?.hostname ?? "", "refused", { malformed: true });
    refuseRequest(response, "refused");
  } else if (!session.meter.admit()) {
    session.meter.refuse(url.hostname, "budget");
    refuseRequest(response, "budget");
  } else {
    send({ session, url, request, response }, true);
  }
}

function send(exchange: Exchange, mayRepeat: boolean): void {
  const { session, request, response } = exchange;
  const upstream = httpRequest(toUpstream(exchange));
  const abort = () => upstream.destroy();
  response.once("close", abort);
  upstream.once("response", (incoming) => answer(exchange, incoming));
  upstream.on("error", (error) => {
    response.off("close", abort);
    if (response.destroyed) return;
    // The host closed a kept-alive connection when it was reused, so it has not seen the request. Browsers repeat it, too.
    if (mayRepeat && upstream.reusedSocket && !response.headersSent && !hasBody(request)) send(exchange, false);
    else fail(exchange, error);
  });
  if (!hasBody(request)) {
    upstream.end();
    return;
  }
  request.on("data", (chunk: Buffer) => session.meter.sent(chunk.length));
  request.pipe(upstream);
}

function fail({ session, url, response }: Exchange, error: Error): void {
  const verdict = session.endSignal.aborted ? "budget" : verdictOf(error);
  session.meter.refuse(url.hostname, verdict, { errorName: unreachedReasonOf(error) });
  refuseRequest(response, verdict);
}

function toUpstream({ session, url, request }: Exchange): ClientRequestArgs {
  // The Host header is rebuilt from the URL that the policy checks (RFC 9112, section 3.2.2).
  const headers = ["Host", url.host, ...forwarded(request.rawHeaders, request.headers.connection, ["host", "expect"])];
  if (request.headers["transfer-encoding"] !== undefined) headers.push("Transfer-Encoding", "chunked");
  session.meter.sent(headerBytes(headers));
  return {
    agent: session.agent,
    host: url.hostname,
    port: portOf(url),
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers,
    maxHeaderSize: maxHeadBytes,
    // Browsers accept much that Node's strict parser refuses. The response reaches only this job's page.
    insecureHTTPParser: true,
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

function answer(exchange: Exchange, reply: IncomingMessage): void {
  const { session, url, response } = exchange;
  session.meter.received(headerBytes(reply.rawHeaders));
  session.meter.reached(url.hostname);
  if (!writeHead(response, reply)) {
    reply.destroy();
    fail(exchange, new Error("The head of the response cannot be forwarded."));
    return;
  }
  let hasBegun = false;
  reply.on("data", (chunk: Buffer) => {
    hasBegun = true;
    session.meter.received(chunk.length);
  });
  reply.on("error", () => response.destroy());
  reply.pipe(response);
  // Node holds the head back until the first byte of the body. An event stream may send that byte late.
  setImmediate(() => {
    if (!hasBegun && !response.writableEnded) response.flushHeaders();
  });
}

function writeHead(response: ServerResponse, incoming: IncomingMessage): boolean {
  const drop = incoming.headers["transfer-encoding"] === undefined ? [] : ["content-length"];
  const headers = forwarded(incoming.rawHeaders, incoming.headers.connection, drop);
  const status = incoming.statusCode ?? 0;
  response.sendDate = false;
  return (
    attempt(() => response.writeHead(status, incoming.statusMessage, headers)) ||
    attempt(() => response.writeHead(status, "", writable(headers)))
  );
}

function attempt(write: () => void): boolean {
  try {
    write();
    return true;
  } catch {
    // Node reads control characters in headers but refuses to send them. The caller then tries without them.
    return false;
  }
}
