import type { HeaderName } from "../route.ts";
import type { Header, Reference } from "./types.ts";

type DocumentedHeader = HeaderName | "X-Request-Id" | "WWW-Authenticate";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

const headers = {
  "Cache-Control": { description: "How long the reply may be kept.", schema: text },
  "Content-Disposition": {
    description: "Whether a browser shows the bytes or saves them, and under which name.",
    schema: text,
  },
  ETag: { description: "SHA-256 of the bytes.", schema: text },
  "Idempotent-Replayed": {
    description: "`true` where this is the first reply to the Idempotency-Key, given again.",
    schema: { type: "string", enum: ["true"] },
  },
  RateLimit: {
    description:
      'What is left of each policy and for how many seconds, `"address";r=199;t=1, "key";r=24;t=1` (draft-ietf-httpapi-ratelimit-headers).',
    schema: text,
  },
  "RateLimit-Policy": {
    description:
      'The policies that the request counted against, `"address";q=200;w=1, "key";q=25;w=1`: `q` requests in a window of `w` seconds.',
    schema: text,
  },
  Location: { description: "Where the status of what was made is read.", schema: text },
  "Retry-After": { description: "Seconds to wait before asking again.", schema: count },
  "WWW-Authenticate": { description: "How to authenticate: `Bearer`; for the mail service `Basic`.", schema: text },
  "X-Credits-Charged": { description: "Credits charged by the operation.", schema: count },
  "X-Credits-Refunded": { description: "Credits given back.", schema: count },
  "X-Credits-Remaining": {
    description: "Credits left in the period; `unlimited` where the plan has no limit.",
    schema: { type: ["integer", "string"] },
  },
  "X-Job-Id": { description: "Id of the job that did the work.", schema: { type: "string", format: "uuid" } },
  "X-Warnings": {
    description: "Fields of the request that have no effect, as JSON: an array of `{field, message}`.",
    schema: text,
  },
  "X-Request-Id": { description: "Finds the request in the logs; the client's own where it sent one.", schema: text },
} satisfies Record<DocumentedHeader, Header>;

/** Every reply header, for `components.headers`. */
export const componentHeaders: Record<string, Header> = headers;

/** References to the named headers, for a response. */
export function headerReferences(names: readonly DocumentedHeader[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
