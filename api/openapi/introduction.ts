import { version } from "#schemas/version.ts";
import type { Tag } from "../route.ts";
import type { OpenApiDocument } from "./types.ts";

/** Head of the document; package, interface and User-Agent share one version. */
export const info: OpenApiDocument["info"] = {
  title: "Watchframe",
  version,
  summary: "Renders web pages: screenshots and content, now or asynchronously.",
  description: [
    "All times are ISO 8601 in UTC, ids are UUIDv7 (they sort by time), sizes are bytes, durations in replies milliseconds.",
    "Requests with a body use `Content-Type: application/json`, at most 1 MB. Unknown fields are refused by name, and all problems of a request are reported at once in `fields`.",
    "Fields that were accepted and have no effect stand in `warnings` of the reply, with the reason.",
    "Every reply carries `X-Request-Id`. Errors have a `type`, which goes with the HTTP status, and a code, which says exactly what happened.",
    "Requests are limited by the second, by address and by key. Replies say what is left in `RateLimit` and of which policies in `RateLimit-Policy`; beyond it they are 429, with the seconds to wait in `Retry-After`.",
    "Nothing that is marked write-only is ever returned.",
  ].join("\n\n"),
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

const descriptions = {
  Screenshots: "Render pages: pictures, extracted content, or both.",
  Batches: "Many pages at once.",
  Diffs: "Compare two captures.",
  Jobs: "Follow, list and cancel work, and fetch its outputs.",
  Usage: "Credits used and left.",
  Monitors: "Watch pages for change.",
  Recipients: "Who is told by e-mail.",
  Webhooks: "Events sent to your own receiver.",
  Service: "The service itself: this document and its health.",
} satisfies Record<Tag, string>;

/** Tags in the order in which they are shown. */
export const tags = Object.entries(descriptions).map(([name, description]) => ({ name, description }));
