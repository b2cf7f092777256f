import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Box } from "#schemas/diff.ts";
import { emptyMonitorForm, type MonitorForm } from "./monitorForm.ts";

/** A comparison for the threshold: its job, and the areas that it left out. */
export type TriedComparison = { job: string; areas: readonly Box[] };

/** A new monitor that is not saved yet. */
export type MonitorDraft = {
  form: MonitorForm;
  /** The last test capture: its job, and the JSON of the request that it answered. */
  taken: { job: string; request: string } | null;
  tried: TriedComparison | null;
};

/** In the cache of replies, which forgets everything when the account logs out. */
const draftKey = ["draft", "monitor"] as const;

/**
 * The new monitor that a person was about to make, or a new one for `url`. It stays when the person leaves the screen, for
 * example to add a recipient.
 */
export function useMonitorDraft(url: string) {
  const client = useQueryClient();
  const [draft, setDraft] = useState((): MonitorDraft => {
    const kept = client.getQueryData<MonitorDraft>(draftKey);
    const isSame = kept !== undefined && (url === "" || url === kept.form.url);
    return isSame ? kept : { form: { ...emptyMonitorForm, url }, taken: null, tried: null };
  });
  useEffect(() => {
    client.setQueryDefaults(draftKey, { gcTime: Infinity });
    client.setQueryData(draftKey, draft);
  }, [client, draft]);
  return {
    draft,
    change: (changed: Partial<MonitorDraft>): void => setDraft((before) => ({ ...before, ...changed })),
    changeForm: (changed: Partial<MonitorForm>): void =>
      setDraft((before) => ({ ...before, form: { ...before.form, ...changed } })),
    forget: (): void => client.removeQueries({ queryKey: draftKey }),
  };
}
