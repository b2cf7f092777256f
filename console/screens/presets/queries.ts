import { queryOptions } from "@tanstack/react-query";
import { wf } from "../../api/client.ts";

/** First part of the keys of presets. */
export const presetKind = "preset";

/** Maximum presets of an account. */
const maxPresets = 100;

/** All presets of the account, by name. */
export const presetsQuery = queryOptions({
  queryKey: [presetKind, "list"],
  queryFn: ({ signal }) => wf.presets.list({}, { signal }).take(maxPresets),
});

export const presetQuery = (name: string) =>
  queryOptions({
    queryKey: [presetKind, name],
    queryFn: ({ signal }) => wf.presets.get(name, { signal }),
  });
