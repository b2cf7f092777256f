import type { Json } from "#schemas/common.ts";
import type { KeptReply } from "./keepReply.ts";
import { stableReply } from "./stableReply.ts";

/** The example of each operation's reply, by operation and status. */
export type ReplyExamples = Readonly<Record<string, Readonly<Record<string, Json>>>>;

const maxChars = 4_000;
const maxTextChars = 200;

/** Adds the best reply of each operation and status to the examples of the other operations. Operations are in order. */
export function chooseReplies(replies: readonly KeptReply[], examples: ReplyExamples): ReplyExamples {
  const byOperation = Map.groupBy(replies, ({ operationId }) => operationId);
  const chosen = [...byOperation].map(([operationId, all]) => [operationId, chooseByStatus(all)] as const);
  const merged: Record<string, Readonly<Record<string, Json>>> = { ...examples };
  for (const [operationId, byStatus] of chosen) merged[operationId] = { ...merged[operationId], ...byStatus };
  return Object.fromEntries(Object.entries(merged).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function chooseByStatus(replies: readonly KeptReply[]): Record<string, Json> {
  const byStatus = Map.groupBy(replies, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, all]) => [status, best(all)]));
}

/** The plain reply with the most fields. Of equals the shortest counts, then the first in the alphabet. */
function best(replies: readonly KeptReply[]): Json {
  const ranked = replies
    .map(({ operationId, body }) => stableReply(operationId === "getOpenApi" ? withoutPaths(body) : body))
    .map((body) => ({ body, text: JSON.stringify(body) }))
    .map(({ body, text }) => ({ body, text, isPlain: isPlain(body, text), fields: fieldsOf(body).size }))
    .toSorted(
      (a, b) =>
        Number(b.isPlain) - Number(a.isPlain) ||
        b.fields - a.fields ||
        a.text.length - b.text.length ||
        (a.text < b.text ? -1 : 1),
    );
  return ranked[0]?.body ?? null;
}

/** Whether a reader takes the reply in: it is short, warns of nothing, and none of its texts is long or foreign markup. */
function isPlain(body: Json, text: string): boolean {
  if (text.includes('"warnings":')) return false;
  return text.length <= maxChars && textsOf(body).every((one) => one.length <= maxTextChars && !/[<\p{Cc}]/u.test(one));
}

function textsOf(value: Json): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The paths of the fields with a value, without positions in lists. */
function fieldsOf(value: Json, path = ""): Set<string> {
  if (value === null) return new Set();
  if (typeof value !== "object") return new Set([path]);
  const inner = Array.isArray(value)
    ? value.flatMap((part) => [...fieldsOf(part, `${path}[]`)])
    : Object.entries(value).flatMap(([name, part]) => [...fieldsOf(part, `${path}.${name}`)]);
  return new Set([path, ...inner]);
}

/** The head of the interface description, because the whole would contain its own examples. */
function withoutPaths(body: Json): Json {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return { openapi: body["openapi"] ?? "", info: body["info"] ?? {}, paths: {} };
}
