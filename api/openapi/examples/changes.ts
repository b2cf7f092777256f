import type { Static } from "typebox";
import type {
  ChangeReview,
  PageChange,
  PageChangeList,
  PageChangeReply,
  PageChangesReply,
} from "#schemas/monitor/pageChange.ts";
import { ids, signed, times } from "./parts.ts";

const pairUrl = signed(`/render/monitors/${ids.monitor}/runs/${ids.run}/outputs/pair`).url;

const change: PageChange = {
  id: ids.run,
  monitorId: ids.monitor,
  runId: ids.run,
  title: "Prices",
  summary: "€ 39.00 → € 34.00",
  state: "unseen",
  baselineMode: "fixed",
  openedAt: times.completed,
  seenAt: null,
  seenBy: null,
  decision: null,
  note: null,
  pairUrl,
  reviewUrl: signed(`/changes/${ids.run}/review`).url,
};

const seen = { state: "seen", seenAt: times.nextRun, seenBy: ids.key } as const;
const reply = (given: Partial<PageChange> = {}): Static<typeof PageChangeReply> => ({
  success: true,
  change: { ...change, ...given },
});
const list: Static<typeof PageChangeList> = { success: true, changes: [change], nextCursor: null, total: 1 };
const many: Static<typeof PageChangesReply> = { success: true, changes: [change] };
const manySeen: Static<typeof PageChangesReply> = {
  success: true,
  changes: [{ ...change, ...seen, decision: "seen" }],
};
const review: Static<typeof ChangeReview> = {
  success: true,
  title: "Prices",
  summary: "€ 39.00 → € 34.00",
  openedAt: times.completed,
  words: [
    { change: "removed", words: "€ 39.00" },
    { change: "added", words: "€ 34.00" },
  ],
  pairUrl,
};

/** Replies about changes to review. */
export const changes = {
  list,
  reply: reply(),
  noted: reply({ note: "The sale has begun." }),
  seen: reply({ ...seen, decision: "seen" }),
  kept: reply({ ...seen, decision: "kept", note: "The banner is gone next week." }),
  many,
  manySeen,
  review,
};
