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
  taken: { job: string; request: string } | null;
  tried: TriedComparison | null;
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
export function useMonitorDraft({ entries, from }: Begin) {
  const client = useQueryClient();
  const [draft, setDraft] = useState((): MonitorDraft => {
    const kept = client.getQueryData<MonitorDraft>(draftKey);
    const url = textOf(entries, "url");
    const isSame = kept !== undefined && kept.from === from && (url === "" || url === textOf(kept.entries, "url"));
    return isSame ? kept : { entries, taken: null, tried: null, ...(from !== undefined && { from }) };
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

/** A new monitor of an address, which may be empty. */
export function newMonitorAt(url: string): Draft {
  return { ...newMonitor, changed: url === "" ? newMonitor.changed : withValue(newMonitor.changed, "url", url) };
}
