import { type Static, Type } from "typebox";
import { DateTime, literals, nullable } from "../common.ts";

const Line = Type.Integer({ minimum: 1 });

/** One message of the page's console, or an error that no script caught. */
export const ConsoleLine = Type.Object({
  at: DateTime,
  level: literals(["error", "warning", "info", "log", "debug"]),
  source: literals(["script", "exception", "browser"], {
    description: "Who wrote it: a script, an error that no script caught, or the browser itself.",
  }),
  text: Type.String({ description: "Cut after 2,000 characters." }),
  url: nullable(Type.String(), "Address of the script."),
  line: nullable(Line, "Line in the script."),
  column: nullable(Line, "Column in the line."),
});
export type ConsoleLine = Static<typeof ConsoleLine>;

/** A header, or a parameter of an address. */
export const HarPair = Type.Object({ name: Type.String(), value: Type.String() });
const Pairs = Type.Array(HarPair);
const Duration = Type.Number({ description: "Milliseconds; -1 without the phase." });

/** One request with its reply, as HAR 1.2 describes it. */
export const HarEntry = Type.Object({
  pageref: Type.String(),
  startedDateTime: DateTime,
  time: Type.Number({ description: "Milliseconds." }),
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    httpVersion: Type.String(),
    cookies: Pairs,
    headers: Pairs,
    queryString: Pairs,
    headersSize: Type.Integer(),
    bodySize: Type.Integer(),
  }),
  response: Type.Object({
    status: Type.Integer({ description: "0 if no reply came." }),
    statusText: Type.String(),
    httpVersion: Type.String(),
    cookies: Pairs,
    headers: Pairs,
    content: Type.Object({ size: Type.Integer(), mimeType: Type.String() }),
    redirectURL: Type.String(),
    headersSize: Type.Integer(),
    bodySize: Type.Integer(),
    _transferSize: Type.Integer({ description: "Bytes over the wire, with headers; -1 if unknown." }),
    _error: Type.Optional(Type.String({ description: "The browser's name of the failure." })),
  }),
  cache: Type.Object({ comment: Type.Optional(Type.String()) }),
  timings: Type.Object({
    blocked: Duration,
    dns: Duration,
    connect: Duration,
    ssl: Duration,
    send: Duration,
    wait: Duration,
    receive: Duration,
  }),
  _resourceType: Type.String(),
});
export type HarEntry = Static<typeof HarEntry>;

/** `har`: the page's requests as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */
export const Har = Type.Object({
  log: Type.Object({
    version: literals(["1.2"]),
    creator: Type.Object({ name: Type.String(), version: Type.String() }),
    pages: Type.Array(
      Type.Object({
        startedDateTime: DateTime,
        id: Type.String(),
        title: Type.String(),
        pageTimings: Type.Object({ onContentLoad: Duration, onLoad: Duration }),
      }),
    ),
    entries: Type.Array(HarEntry),
  }),
});
export type Har = Static<typeof Har>;
