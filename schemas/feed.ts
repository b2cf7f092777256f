import { type Static, Type } from "typebox";
import { DateTime, nullable, Uuid } from "./common.ts";
import { Tag } from "./monitor/monitor.ts";

const noExtraFields = { additionalProperties: false } as const;

/** Body of `POST /feeds`. */
export const FeedRequest = Type.Object(
  {
    tag: Type.Optional(Type.Unsafe<string>({ ...Tag, description: "Only monitors with this tag." })),
    monitorId: Type.Optional(Type.String({ format: "uuid", description: "Only this monitor." })),
  },
  noExtraFields,
);
export type FeedRequest = Static<typeof FeedRequest>;

/** A feed as the API shows it. */
export const Feed = Type.Object(
  {
    id: Uuid,
    url: Type.String({ description: "Address of the feed. It works without a key until the feed is deleted." }),
    tag: nullable(Type.String(), "Null for monitors with any tag."),
    monitorId: nullable(Uuid, "Null for all monitors."),
    createdAt: DateTime,
  },
  noExtraFields,
);
export type Feed = Static<typeof Feed>;

export const FeedReply = Type.Object({ success: Type.Literal(true), feed: Feed }, noExtraFields);
export const FeedList = Type.Object({ success: Type.Literal(true), feeds: Type.Array(Feed) }, noExtraFields);

/** A feed in MongoDB. Its address is signed, so no part of it is stored. */
export type FeedRecord = {
  _id: string;
  accountId: string;
  tag: string | null;
  monitorId: string | null;
  createdAt: Date;
};

/** Maximum feeds of an account, and entries of a feed. */
export const maxFeeds = 50;
export const maxFeedEntries = 50;
