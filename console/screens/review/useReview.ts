import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { PageChange } from "#schemas/monitor/pageChange.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { useReviewActs } from "./useReviewActs.ts";

type Asked = { kind: "keep" | "note"; change: PageChange };

/** The list to review: the current entry, decisions by key, and what they hide before the list is read again. */
export function useReview(loaded: readonly PageChange[]) {
  const navigate = useNavigate();
  const acts = useReviewActs();
  const [currentId, choose] = useState<string | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [askedAct, ask] = useState<Asked | null>(null);
  const shownChanges = loaded.filter(({ id }) => !hidden.has(id));
  const current = shownChanges.find(({ id }) => id === currentId) ?? shownChanges[0];
  const write = useAction({
    send: ({ id, note }: { id: string; note: string | null }) => wf.changes.note(id, note),
    done: ({ note }) => (note === null ? "The note is removed." : "The note is saved."),
    changes: ["change"],
  });
  const back = useAction({
    send: (id: string) => wf.changes.unseen(id),
    done: () => "It is to review again.",
    changes: ["change", "monitor"],
  });

  const show = (ids: readonly string[]): void =>
    setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))));
  const step = (by: 1 | -1): void => {
    const index = shownChanges.findIndex(({ id }) => id === current?.id);
    const next = shownChanges[Math.min(Math.max(index + by, 0), shownChanges.length - 1)];
    if (next !== undefined) choose(next.id);
  };

  /** Hides changes while the call that decides about them is under way, and shows them again if it fails or is undone. */
  function decide(ids: readonly string[], send: (onUndone: () => void) => Promise<boolean>): void {
    const index = shownChanges.findIndex(({ id }) => id === current?.id);
    const left = shownChanges.filter(({ id }) => !ids.includes(id));
    choose((left[index] ?? left.at(-1))?.id ?? null);
    setHidden((before) => new Set([...before, ...ids]));
    void send(() => show(ids)).then((isDone) => isDone || show(ids));
  }

  const yes = (change: PageChange): void => {
    if (change.state === "seen") return;
    decide([change.id], (onUndone) =>
      change.baselineMode === "rolling" ? acts.seen([change.id], onUndone) : acts.accept(change, onUndone),
    );
  };
  const keepCurrent = (): void => {
    if (current?.state === "unseen" && current.baselineMode === "fixed") ask({ kind: "keep", change: current });
  };
  const open = (): void => {
    if (current === undefined) return;
    const { monitorId, runId } = current;
    void navigate({ to: "/monitors/$monitorId/runs/$runId", params: { monitorId, runId } });
  };
  useHotkeys("To review", [
    { keys: "j", label: "Next change", run: () => step(1) },
    { keys: "k", label: "Previous change", run: () => step(-1) },
    { keys: "y", label: "Seen, or accept", run: () => current && yes(current) },
    { keys: "n", label: "Keep the old baseline", run: keepCurrent },
    { keys: "u", label: "Undo the last decision", run: acts.undoLast },
    { keys: "o", label: "Open the change", run: open },
  ]);
  return {
    shownChanges,
    current,
    choose,
    askedAct,
    ask,
    yes,
    keep: (change: PageChange, reason: string) =>
      decide([change.id], (onUndone) => acts.keep(change, reason, onUndone)),
    note: ({ id }: PageChange, words: string) => write.mutate({ id, note: words === "" ? null : words }),
    reopen: ({ id }: PageChange) => back.mutate(id),
    markAll: () => void acts.allSeen(),
  };
}
