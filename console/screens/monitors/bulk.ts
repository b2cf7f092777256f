import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { countOf } from "../../format/words.ts";
import { describeError, showDone } from "../../ui/toasts.ts";
import { type Action, describeDone, sendAction, undoOf } from "./actions.ts";

type Named = Pick<Monitor, "id" | "name">;

/** A monitor on which an action failed, and why. */
export type Failure = Named & { message: string };

type Order = { monitors: readonly Named[]; action: Action };

/** Retries of each call. There can be more monitors than a key may send calls in a second. */
const maxRetries = 4;

/** Runs an action on each monitor. One that the API refuses does not stop the others. */
async function sendAll({ monitors, action }: Order): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const { id, name } of monitors) {
    try {
      await sendAction(id, action, { maxRetries });
    } catch (error) {
      failures.push({ id, name, message: describeError(error) });
    }
  }
  return failures;
}

/**
 * Actions on several monitors. A message says how many were done, with an undo for these. `failures` has those of the
 * last action.
 */
export function useBulkAction() {
  const client = useQueryClient();
  const { mutateAsync, data, isPending, reset } = useMutation({
    mutationFn: sendAll,
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === "monitor" || kind === "run" }),
  });
  async function act(monitors: readonly Named[], action: Action): Promise<Failure[]> {
    const failures = await mutateAsync({ monitors, action });
    const done = monitors.filter(({ id }) => failures.every((failure) => failure.id !== id));
    const undo = undoOf(action);
    if (done.length > 0) {
      showDone(
        `${countOf(done.length, "monitor")}: ${describeDone(action)}`,
        undo === null ? undefined : () => void mutateAsync({ monitors: done, action: undo }),
      );
    }
    return failures;
  }
  return { act, isPending, failures: data ?? [], dismiss: reset };
}
