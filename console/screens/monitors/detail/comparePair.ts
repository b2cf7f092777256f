import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { wf } from "../../../api/client.ts";

/**
 * Opens the comparison of two runs, the older one first. A run that was compared with the other when it was taken has
 * the comparison already. Else the API makes one, and the same one if it is asked again soon.
 */
export function useComparePair({ id: monitorId, capture, diff }: Monitor, runs: readonly MonitorRun[]) {
  const navigate = useNavigate();
  const [before, after] = runs.toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  const isFree = before !== undefined && after?.comparedToRunId === before.id;
  const { mutate, isPending } = useMutation({
    mutationFn: (pair: { before: string; after: string }) => {
      // A comparison of pictures has no elements that a selector could find.
      const ignoreRegions = (capture.ignoreRegions ?? []).flatMap((region) => ("selector" in region ? [] : [region]));
      const body = { before: { runId: pair.before }, after: { runId: pair.after }, mode: diff.mode, ignoreRegions };
      return wf.comparisons.create(body, keyOf(body));
    },
    onSuccess: ({ id }) => navigate({ to: "/comparisons/$comparisonId", params: { comparisonId: id } }),
  });
  const compare = (): void => {
    if (before === undefined || after === undefined) return;
    if (isFree) void navigate({ to: "/monitors/$monitorId/runs/$runId", params: { monitorId, runId: after.id } });
    else mutate({ before: before.id, after: after.id });
  };
  return { compare, isPending, isFree };
}

/** Maximum characters of the API's idempotency keys. */
const maxKeyLength = 255;

/** The same key for the same comparison. None if the ignored areas are too many for a key. */
function keyOf(body: object): { idempotencyKey?: string } {
  const idempotencyKey = `runs ${JSON.stringify(Object.values(body))}`;
  return idempotencyKey.length > maxKeyLength ? {} : { idempotencyKey };
}
