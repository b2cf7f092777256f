import { Type } from "typebox";
import { ChangeKind, changeKinds } from "#schemas/change.ts";
import { keyWith } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";

const StreamQuery = Type.Object(
  {
    kinds: Type.Optional(
      Type.Array(ChangeKind, {
        minItems: 1,
        maxItems: changeKinds.length,
        description: "Kinds of changes to send, comma-separated. Default: all.",
      }),
    ),
  },
  { additionalProperties: false },
);

const description = [
  "Server-sent events that name what changed, so that a client fetches only that. They never hold content.",
  '`event: change` has `data` like `{"kind":"run","id":"…","monitorId":"…","at":"…"}`. Only runs have `monitorId`. A comparison is a `job` and a `diff`. The id of `usage` is the account\'s id; it covers credits, plan and pause.',
  "`event: hello` comes first. `event: reset` means that changes were missed: fetch everything again. A comment is sent after 15 seconds of silence.",
  "With `Last-Event-ID`, the changes after that event are sent. An account's last 200 changes are kept. Several changes of one resource within 500 ms are one event, and one change may come twice.",
  "The stream ends when the key or session ends, and when the process stops. Connect again then. An account may have 20 streams per API process.",
].join("\n\n");

/** The changes of the account, as they happen. */
export const streamEvents = defineRoute({
  id: "streamEvents",
  method: "GET",
  path: "/events",
  summary: "Follow the account's changes",
  description,
  tag: "Events",
  auth: keyWith("read"),
  errorShape: "submit",
  query: StreamQuery,
  requestHeaders: {
    "Last-Event-ID": {
      description: "The `id` of the last event that the client got. Browsers send it when they connect again.",
      schema: { type: "string" },
    },
  },
  responses: {
    200: { description: "Events until either side closes the connection.", bytes: ["text/event-stream"] },
  },
  errors: ["too_many_streams"],
  handle({ query, caller, exchange }, { eventStreams }) {
    const { accountId, isStillValid } = caller;
    const lastEventId = exchange.header("Last-Event-ID");
    const order = { accountId, kinds: query.kinds, lastEventId, isStillValid, signal: exchange.untilGone() };
    return {
      status: 200,
      // nginx would collect the events before it sends them.
      headers: { "X-Accel-Buffering": "no" },
      content: { contentType: "text/event-stream", length: null, read: () => eventStreams.open(order) },
    };
  },
});
