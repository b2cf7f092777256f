import { type Static, Type } from "typebox";
import { literals } from "#schemas/common.ts";
import {
  maxNoteChars,
  type PageChange,
  type PageChangeList,
  type PageChangeReply,
  PageChangeState,
} from "#schemas/monitor/pageChange.ts";
import { factsBlock, saidBlocks } from "../results.ts";
import { defineTool } from "../tool.ts";
import { cursor, hints, id } from "./shapes.ts";

/** Changes that wait for a review. */
export const listChanges = defineTool({
  name: "watchframe_list_changes",
  title: "List changes to review",
  description:
    "Lists confirmed changes of watched pages, newest first; by default those that nobody has seen. Look at one with watchframe_get_change and its run_id. Free.",
  scopes: ["read", "monitor"],
  annotations: hints.read,
  arguments: Type.Object(
    {
      state: Type.Union([PageChangeState, Type.Literal("all")], { default: "unseen" }),
      monitor_id: Type.Optional(id("Only changes of this monitor.")),
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: "Only monitors with this tag." })),
      cursor,
    },
    { additionalProperties: false },
  ),
  async run({ state, monitor_id: monitorId, tag, cursor: place }, { api }) {
    const query = { state: state === "all" ? undefined : state, monitorId, tag, cursor: place, limit: 50 };
    const list = await api.json<Static<typeof PageChangeList>>({ method: "GET", path: "/changes", query });
    const facts = { changes: list.changes.map(factsOf), next_cursor: list.nextCursor, total: list.total };
    return [
      factsBlock(facts),
      ...saidBlocks({ changes: list.changes.length === 0 ? undefined : list.changes.map(wordsOf) }),
    ];
  },
});

const acts = ["seen", "unseen", "keep"] as const;

/** A decision about a change. */
export const markChange = defineTool({
  name: "watchframe_mark_change",
  title: "Mark a change",
  description:
    "Marks a change as seen, takes that back (unseen), or keeps the old baseline of a fixed one (keep). To accept a change as the baseline use watchframe_approve_change. Mark only what the user agrees to. Free.",
  scopes: ["monitor"],
  annotations: hints.update,
  arguments: Type.Object(
    {
      run_id: id("The run of the change."),
      as: literals([...acts]),
      reason: Type.Optional(Type.String({ maxLength: maxNoteChars, description: "For keep: why, as the note." })),
    },
    { additionalProperties: false },
  ),
  async run({ run_id: change, as, reason }, { api }) {
    const reply = await api.json<Static<typeof PageChangeReply>>({
      method: "POST",
      path: `/changes/${encodeURIComponent(change)}/${as}`,
      ...(as === "keep" && reason !== undefined && { body: { reason } }),
    });
    return [factsBlock(factsOf(reply.change)), ...saidBlocks({ change: wordsOf(reply.change) })];
  },
});

function factsOf({ monitorId, runId, state, decision, openedAt, seenAt, baselineMode }: PageChange) {
  return {
    monitor_id: monitorId,
    run_id: runId,
    state,
    decision: decision ?? undefined,
    baseline_mode: baselineMode,
    opened_at: openedAt,
    seen_at: seenAt ?? undefined,
  };
}

/** The words of a page, and those of people about it. */
function wordsOf({ runId, title, summary, note }: PageChange) {
  return { run_id: runId, monitor: title, summary, ...(note !== null && { note }) };
}
