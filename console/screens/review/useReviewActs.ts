import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { PageChange } from "#schemas/monitor/pageChange.ts";
import { wf } from "../../api/client.ts";
import { showDone } from "../../api/toasts.ts";
import { countOf } from "../../format/words.ts";

type Kept = Pick<PageChange, "id" | "monitorId">;

/** The outcome of an act: its message, and the calls that take it back. */
type Done = { text: string; undo: () => Promise<unknown> };

/** Changes in one call, as the API takes them. */
const maxAtOnce = 200;

async function inParts(ids: readonly string[], send: (part: string[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < ids.length; start += maxAtOnce) await send(ids.slice(start, start + maxAtOnce));
}

async function markSeen(ids: readonly string[]): Promise<Done> {
  await inParts(ids, (part) => wf.changes.manySeen(part));
  return {
    text: ids.length === 1 ? "Seen." : `${countOf(ids.length, "change")} seen.`,
    undo: () => inParts(ids, (part) => wf.changes.manyUnseen(part)),
  };
}

/** The ids of all changes that nobody has seen. */
async function waitingIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of wf.changes.list({ state: "unseen", limit: maxAtOnce })) ids.push(id);
  return ids;
}

/** Makes the run the baseline, which also marks what led to it as seen. Undo returns to the run's own baseline. */
async function accept({ monitorId, id }: Kept): Promise<Done> {
  const run = await wf.monitors.getRun(monitorId, id);
  const { changes } = await wf.operations.listChanges({ monitorId, state: "unseen", limit: maxAtOnce });
  await wf.monitors.accept(monitorId, id);
  const accepted = changes.filter((change) => change.id <= id).map((change) => change.id);
  return {
    text: "This run is the baseline now.",
    undo: async () => {
      if (run.comparedToRunId !== undefined) await wf.monitors.accept(monitorId, run.comparedToRunId);
      await inParts(accepted, (part) => wf.changes.manyUnseen(part));
    },
  };
}

async function keep({ id }: Kept, reason: string): Promise<Done> {
  await wf.changes.keep(id, reason);
  return { text: "The old baseline stays.", undo: () => wf.changes.unseen(id) };
}

const nothing = (): void => undefined;

const staleKinds = new Set(["change", "monitor"]);

/** Decisions about changes. Each says that it is done and can be undone, by its message or by `undoLast`. */
export function useReviewActs() {
  const client = useQueryClient();
  const last = useRef<(() => void) | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => staleKinds.has(String(kind)) }),
  });

  async function act(work: () => Promise<Done>, onUndone: () => void): Promise<boolean> {
    const results: Done[] = [];
    try {
      await mutateAsync(async () => results.push(await work()));
    } catch {
      // The mutation cache has shown the error.
      return false;
    }
    for (const { text, undo } of results) {
      const undoOnce = (): void => {
        if (last.current === undoOnce) last.current = null;
        onUndone();
        void mutateAsync(undo).catch(() => undefined);
      };
      last.current = undoOnce;
      showDone(text, undoOnce);
    }
    return true;
  }

  return {
    isPending,
    seen: (ids: readonly string[], onUndone = nothing) => act(() => markSeen(ids), onUndone),
    allSeen: (onUndone = nothing) => act(async () => markSeen(await waitingIds()), onUndone),
    accept: (change: Kept, onUndone = nothing) => act(() => accept(change), onUndone),
    keep: (change: Kept, reason: string, onUndone = nothing) => act(() => keep(change, reason), onUndone),
    undoLast: () => last.current?.(),
  };
}
