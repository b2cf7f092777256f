import { type Static, Type } from "typebox";
import { DateTime, literals, Uuid } from "./common.ts";

/** The kinds of resources that can change in an account. */
export const changeKinds = [
  "job",
  "batch",
  "crawl",
  "schedule",
  "monitor",
  "sitemap",
  "run",
  "change",
  "delivery",
  "recipient",
  "key",
  "usage",
  "diff",
] as const;

export const ChangeKind = literals([...changeKinds]);
export type ChangeKind = Static<typeof ChangeKind>;

/** One change of an account's data. It names what changed, and never holds content. */
export const Change = Type.Object(
  {
    kind: ChangeKind,
    id: Type.String({ description: "Id of what changed; for `usage` the account's id." }),
    at: DateTime,
    monitorId: Type.Optional(Uuid),
  },
  { additionalProperties: false },
);
export type Change = Static<typeof Change>;

/** The last changes of one account. */
export type ChangeFeedRecord = {
  /** The account's id. */
  _id: string;
  /** Number of all changes so far, which is the position of the last one. */
  seq: number;
  /**
   * The last changes, oldest first: one line of JSON each. FerretDB stores the type of each field of each object, so a
   * list of objects takes it five times as long.
   */
  lines: string;
};
