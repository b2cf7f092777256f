import { createHash } from "node:crypto";
import { Type } from "typebox";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import { Uuid } from "#schemas/common.ts";
import { type Feed, FeedList, type FeedRecord, FeedReply, FeedRequest, maxFeeds } from "#schemas/feed.ts";
import { isFeedSigned, signFeedUrl } from "#vault/signatures.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { keyWith, open } from "../http/auth.ts";
import { matchesTag } from "../http/staticBytes.ts";
import { countCall } from "../http/countCall.ts";
import { ApiError } from "../http/errors.ts";
import { defineRoute } from "../http/route.ts";
import { bodyRules } from "../http/validation.ts";
import { readMonitor } from "../monitors/store.ts";
import type { ApiPorts } from "../ports.ts";
import { composeAtom } from "./atom.ts";
import { findFeeds, type ListedFeed, readEntries } from "./store.ts";

const routeDefaults = { tag: "Monitors", auth: keyWith("monitor"), errorShape: "monitor" } as const;

const rules = bodyRules(Type.Partial(FeedRequest), (_body, fieldNames) =>
  fieldNames.has("tag") && fieldNames.has("monitorId")
    ? [{ field: "tag", message: "excludes monitorId: leave one of the two out" }]
    : [],
);

/** Creates a feed. */
export const createFeed = defineRoute({
  ...routeDefaults,
  id: "createFeed",
  client: {
    resource: "feeds",
    method: "create",
    unwrap: "feed",
    help: "Creates a feed of all monitors, of those with a tag, or of one.",
  },
  method: "POST",
  path: "/feeds",
  summary: "Create an Atom feed of changes",
  description:
    "The feed has the last 50 changes and failures of all monitors, of those with a tag, or of one. Its address needs no key and can't be guessed. Deleting the feed makes the address useless.",
  body: FeedRequest,
  emptyBody: {},
  example: { tag: "prices" },
  rules,
  idempotent: true,
  responses: {
    201: { description: "The feed was created.", json: FeedReply, links: { deleteFeed: "$response.body#/feed/id" } },
  },
  errors: ["too_many_feeds", "not_found"],
  async handle({ body: { tag = null, monitorId = null }, caller: { accountId }, reservation }, ports) {
    const { feeds } = ports.database;
    const { id: _id, at: createdAt } = reservation;
    if (monitorId !== null) await readMonitor(ports.database, accountId, monitorId);
    const record = { _id, accountId, tag, monitorId: monitorId?.toLowerCase() ?? null, createdAt };
    await countedAlone({ database: ports.database, accountId, kind: "feeds" }, async () => {
      if ((await feeds.countDocuments({ accountId, _id: { $ne: _id } })) >= maxFeeds)
        throw new ApiError("too_many_feeds");
      await insertIfAbsent(feeds, record);
    });
    return { status: 201, json: { success: true, feed: presentFeed(ports, record) } };
  },
});

/** The account's feeds, oldest first. */
export const listFeeds = defineRoute({
  ...routeDefaults,
  id: "listFeeds",
  client: { resource: "feeds", method: "list", unwrap: "feeds" },
  method: "GET",
  path: "/feeds",
  summary: "List Atom feeds",
  responses: { 200: { description: "Every feed with its address.", json: FeedList } },
  errors: [],
  async handle({ caller: { accountId } }, ports) {
    const records = await findFeeds(ports.database, accountId);
    return { status: 200, json: { success: true, feeds: records.map((record) => presentFeed(ports, record)) } };
  },
});

/** Deletes a feed. */
export const deleteFeed = defineRoute({
  ...routeDefaults,
  id: "deleteFeed",
  client: { resource: "feeds", method: "delete", unwrap: "feed", help: "Deletes a feed. Its address stops working." },
  method: "DELETE",
  path: "/feeds/:id",
  summary: "Delete an Atom feed",
  description: "Its address stops working at once.",
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  responses: { 200: { description: "The feed as it was.", json: FeedReply } },
  errors: ["not_found"],
  async handle({ params, caller: { accountId } }, ports) {
    const record = await ports.database.feeds.findOneAndDelete({ _id: params.id.toLowerCase(), accountId });
    if (record === null) throw new ApiError("not_found");
    return { status: 200, json: { success: true, feed: presentFeed(ports, record) } };
  },
});

/** Requests of one feed in a minute. */
const maxRequestsPerMinute = 60;

const FeedPath = Type.Object(
  { id: Uuid, file: Type.String({ pattern: "^[A-Za-z0-9_-]{43}\\.atom$" }) },
  { additionalProperties: false },
);

/** A feed, for feed readers. */
export const readFeed = defineRoute({
  id: "readFeed",
  method: "GET",
  path: "/feeds/:id/:file",
  summary: "Read an Atom feed",
  description:
    "The address comes from `POST /feeds` or `GET /feeds`. It needs no key. One feed takes 60 requests a minute.",
  tag: "Monitors",
  auth: open,
  errorShape: "monitor",
  params: FeedPath,
  responses: {
    200: { description: "The feed.", bytes: ["application/atom+xml"], headers: ["ETag", "Cache-Control"] },
    304: { description: "The reader already has it.", headers: ["ETag", "Cache-Control"] },
  },
  errors: ["not_found", "rate_limited"],
  async handle({ params, exchange }, ports) {
    const feed = await findSigned(ports, params);
    const entries = await readEntries(ports.database, feed);
    const { url } = presentFeed(ports, feed);
    const title = titleOf(feed, entries[0]?.monitor.spec.name);
    const text = composeAtom(ports, { id: feed._id, url, title, createdAt: feed.createdAt }, entries);
    const bytes = Buffer.from(text);
    const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
    const headers = { ETag: etag, "Cache-Control": "private, max-age=300" };
    if (matchesTag(exchange.header("If-None-Match") ?? "", etag)) return { status: 304, headers } as const;
    const content = { contentType: "application/atom+xml", length: bytes.length, read: () => Promise.resolve(bytes) };
    return { status: 200, headers, content } as const;
  },
});

/** The feed of a signed address. @throws ApiError `not_found` or `rate_limited`. */
async function findSigned(ports: ApiPorts, { id, file }: { id: string; file: string }): Promise<FeedRecord> {
  const feedId = id.toLowerCase();
  const message = "There is no such feed, or it was deleted.";
  if (!isFeedSigned(ports.signingKey, feedId, file.replace(/\.atom$/, "")))
    throw new ApiError("not_found", { message });
  await countCall(ports, { rateKey: `feed:${feedId}`, perMinute: maxRequestsPerMinute });
  const feed = await ports.database.feeds.findOne({ _id: feedId });
  if (feed === null) throw new ApiError("not_found", { message });
  return feed;
}

function titleOf({ tag, monitorId }: FeedRecord, name = "one monitor"): string {
  if (monitorId !== null) return `Changes of ${name}`;
  return tag === null ? "Changes of all monitors" : `Changes of monitors with the tag ${tag}`;
}

function presentFeed(ports: ApiPorts, { _id: id, tag, monitorId, createdAt }: ListedFeed): Feed {
  return { id, url: signFeedUrl(ports, id), tag, monitorId, createdAt: createdAt.toISOString() };
}
