import type { Static } from "typebox";
import type { Feed, FeedList, FeedReply } from "#schemas/feed.ts";
import { base, ids, times } from "./parts.ts";

const feed: Feed = {
  id: ids.feed,
  url: `${base}/feeds/${ids.feed}/Zt1nHqC0yJ6fYp3W9vQxKd8sLr5eGm2aBu7iTo4wNhE.atom`,
  tag: "prices",
  monitorId: null,
  createdAt: times.created,
};
const reply: Static<typeof FeedReply> = { success: true, feed };
const list: Static<typeof FeedList> = { success: true, feeds: [feed] };

/** Replies about feeds. */
export const feeds = { reply, list };
