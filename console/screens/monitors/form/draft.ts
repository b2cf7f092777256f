import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Draft, textOf } from "../../../forms/draft.ts";
import { withValue } from "../../../format/paths.ts";
import { newMonitor } from "./monitorBody.ts";

/** A comparison for the threshold: its job, and the JSON of the areas that it left out. */
export type TriedComparison = { job: string; areas: string };

/** A new monitor that is not saved yet. */
export type MonitorDraft = {
  entries: Draft;
  /** The last test capture: its job, and the JSON of the request that it answered. */
  testCapture: { job: string; request: string } | null;
  triedComparison: TriedComparison | null;
  /** Id of the monitor that it is a copy of. */
  from?: string;
};

/** The entries that a new monitor begins with. `from` is the id of the monitor that they are of. */
export type Begin = { entries: Draft; from?: string };

/** In the cache of replies, which forgets everything when the account logs out. */
const draftKey = ["draft", "monitor"] as const;

/**
 * The new monitor that a person was about to make, or the one that `begin` is. It stays when the person leaves the screen, for
 * example to add a recipient.
 */
export function useMonitorDraft(begin: Begin) {
  const client = useQueryClient();
  const [draft, setDraft] = useState((): MonitorDraft => {
    const kept = client.getQueryData<MonitorDraft>(draftKey);
    return kept !== undefined && isGoingOn(kept, begin) ? kept : { ...begin, testCapture: null, triedComparison: null };
  });
  useEffect(() => {
    client.setQueryDefaults(draftKey, { gcTime: Infinity });
    client.setQueryData(draftKey, draft);
  }, [client, draft]);
  return {
    draft,
    change: (changed: Partial<MonitorDraft>): void => setDraft((before) => ({ ...before, ...changed })),
    onDraft: (next: (before: Draft) => Draft): void =>
      setDraft((before) => ({ ...before, entries: next(before.entries) })),
    forget: (): void => client.removeQueries({ queryKey: draftKey }),
  };
}

/** Whether a draft goes on: it is a copy of the same monitor, or it has the address of the beginning. */
function isGoingOn(kept: MonitorDraft, { entries, from }: Begin): boolean {
  if (kept.from !== from) return false;
  const url = textOf(entries, "url");
  // The address of a copy is mostly another one.
  return from !== undefined || url === "" || url === textOf(kept.entries, "url");
}

/** A new monitor of an address, which may be empty. */
export function newMonitorAt(url: string): Draft {
  return withUrl(newMonitor, url);
}

/** The entries with an address. An empty one leaves the address as it is. */
export function withUrl(entries: Draft, url: string): Draft {
  return url === "" ? entries : { ...entries, changed: withValue(entries.changed, "url", url) };
}
