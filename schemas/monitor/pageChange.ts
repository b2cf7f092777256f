import { type Static, Type } from "typebox";
import { DateTime, literals, nullable, Uuid } from "../common.ts";
import { WordChange } from "./text.ts";
import { BaselineMode } from "./plainSettings.ts";

const noExtraFields = { additionalProperties: false } as const;

/** Maximum characters of a note. */
export const maxNoteChars = 1_000;
/** Maximum changes of one call. */
export const maxChangesAtOnce = 200;

export const PageChangeState = literals(["unseen", "seen"]);
export type PageChangeState = Static<typeof PageChangeState>;

/** A person's decision about a change. */
export const ChangeDecision = literals(["seen", "accepted", "kept"], {
  description:
    "`accepted`: a run with it became the baseline. `kept`: the old baseline stays. `seen`: neither, as with a rolling baseline.",
});
export type ChangeDecision = Static<typeof ChangeDecision>;

/** A confirmed change of a page, for people to review. Its id is that of the run that found it. */
export const PageChange = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "The id of its run." }),
    monitorId: Uuid,
    runId: Type.String({ format: "uuid", description: "The run that found it." }),
    title: Type.String({ description: "The monitor's name." }),
    summary: Type.String({
      description: "The change in one line, such as `€ 39.00 → € 34.00`, `+14 words` or `3.1 % of the picture`.",
    }),
    state: PageChangeState,
    baselineMode: BaselineMode,
    openedAt: DateTime,
    seenAt: nullable(DateTime, "Null while it is unseen."),
    seenBy: nullable(
      Type.String(),
      "Id of the key that marked it as seen; `alert_link` for a link of a message. Null while it is unseen.",
    ),
    decision: nullable(ChangeDecision, "Null while it is unseen."),
    note: nullable(Type.String(), "Words of the account about it."),
    pairUrl: nullable(
      Type.String(),
      "Signed address of a picture of the changed part before and after; needs no key, expires after 24 hours. Null without such a picture.",
    ),
    reviewUrl: Type.String({
      description: "Signed address of a page that shows this change to people without a key. Expires after 30 days.",
    }),
  },
  noExtraFields,
);
export type PageChange = Static<typeof PageChange>;

const Note = Type.String({ maxLength: maxNoteChars });

/** Body of `PATCH /changes/{id}`. */
export const PageChangePatch = Type.Object({ note: nullable(Note, "Null removes the note.") }, noExtraFields);

/** Body of `POST /changes/{id}/keep`. */
export const KeepRequest = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: maxNoteChars, description: "Becomes the note of the change." })) },
  noExtraFields,
);

/** Body of `POST /changes/seen` and `POST /changes/unseen`. */
export const PageChangeIds = Type.Object(
  { ids: Type.Array(Uuid, { minItems: 1, maxItems: maxChangesAtOnce, uniqueItems: true }) },
  noExtraFields,
);

export const PageChangeReply = Type.Object({ success: Type.Literal(true), change: PageChange }, noExtraFields);

/** The changes of one call for many. */
export const PageChangesReply = Type.Object(
  { success: Type.Literal(true), changes: Type.Array(PageChange, { maxItems: maxChangesAtOnce }) },
  noExtraFields,
);

export const PageChangeList = Type.Object(
  {
    success: Type.Literal(true),
    changes: Type.Array(PageChange),
    nextCursor: nullable(Type.String(), "Null on the last page."),
    total: Type.Integer({ minimum: 0, description: "Changes that match the filters." }),
  },
  noExtraFields,
);

/** A change as its review link shows it. */
export const ChangeReview = Type.Object(
  {
    success: Type.Literal(true),
    title: Type.String(),
    summary: Type.String(),
    openedAt: DateTime,
    words: Type.Array(WordChange),
    pairUrl: nullable(
      Type.String(),
      "Signed address of the changed part before and after. Null without such a picture.",
    ),
  },
  noExtraFields,
);

/** A change's record in MongoDB. A projection of the monitor's workflow creates it; people's acts change it. */
export type PageChangeRecord = {
  /** The id of its run. */
  _id: string;
  accountId: string;
  monitorId: string;
  summary: string;
  openedAt: Date;
  seenAt: Date | null;
  seenBy: string | null;
  decision: ChangeDecision | null;
  note: string | null;
  /** The end of its run's retention. */
  expiresAt: Date;
};
