import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MonitorOperation } from "#clients/typescript/src/index.ts";
import type { Monitor, MonitorPatch } from "#schemas/monitor/monitor.ts";
import { wf } from "../../api/client.ts";
import { countOf } from "../../format/words.ts";
import { describeError, showDone } from "../../api/toasts.ts";
import { type Batch, errorOf, sendBatch, toBatches } from "./batches.ts";

type ManagedOperation = Exclude<MonitorOperation, { action: "create" }>;

/** An action for each of several monitors. */
export type BulkAction = {
  /** The message afterwards. */
  done: string;
  /** The operation on a monitor. Null starts a run, which no batch can do. */
  operationOf: (monitor: Monitor) => ManagedOperation | null;
  /** The operation that reverts it; null if there is nothing to revert. Missing without an undo. */
  undoOf?: (monitor: Monitor) => ManagedOperation | null;
};

export const bulkActions = {
  pause: {
    done: "Paused.",
    operationOf: ({ id }) => ({ action: "pause", id }),
    undoOf: ({ id, status }) => (status === "active" ? { action: "resume", id } : null),
  },
  resume: {
    done: "Resumed.",
    operationOf: ({ id }) => ({ action: "resume", id }),
    undoOf: ({ id, status }) => (status === "paused" ? { action: "pause", id } : null),
  },
  run: { done: "A run has started.", operationOf: () => null },
  delete: { done: "Deleted.", operationOf: ({ id }) => ({ action: "delete", id }) },
} as const satisfies Record<string, BulkAction>;

/** Changes settings of monitors. `toPatch` and `toReverse` give the body for each. */
export function changeWith(
  toPatch: (monitor: Monitor) => MonitorPatch,
  toReverse: (monitor: Monitor) => MonitorPatch,
): BulkAction {
  return {
    done: "Changed.",
    operationOf: (monitor) => ({ action: "change", id: monitor.id, change: toPatch(monitor) }),
    undoOf: (monitor) => ({ action: "change", id: monitor.id, change: toReverse(monitor) }),
  };
}

/** A monitor on which an action failed, and why. */
export type Failure = { id: string; error: Error };

/** How many monitors of an action have had their turn. */
export type Turns = { ended: number; total: number };

type Order = { operations: readonly ManagedOperation[]; runs: readonly string[] };

/**
 * Actions on several monitors, in batches. One that the API refuses does not stop the others. A message says how many
 * were done, with an undo for these. `failures` has those of the last action.
 */
export function useBulkAction() {
  const client = useQueryClient();
  const [turns, setTurns] = useState<Turns | null>(null);
  const { mutateAsync, data, isPending, reset } = useMutation({
    mutationFn: (order: Order) => sendAll(order, setTurns),
    onSettled: () => {
      setTurns(null);
      return client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === "monitor" || kind === "run" });
    },
  });
  async function act(monitors: readonly Monitor[], action: BulkAction): Promise<readonly Failure[]> {
    const failures = await mutateAsync(orderOf(monitors, action.operationOf));
    const failed = new Set(failures.map(({ id }) => id));
    const done = monitors.filter(({ id }) => !failed.has(id));
    const undo = done.flatMap((monitor) => action.undoOf?.(monitor) ?? []);
    if (done.length > 0) {
      showDone(
        `${countOf(done.length, "monitor")}: ${action.done}`,
        undo.length === 0 ? undefined : () => void mutateAsync({ operations: undo, runs: [] }),
      );
    }
    return failures;
  }
  return { act, isPending, turns, failures: data ?? [], dismiss: reset };
}

function orderOf(monitors: readonly Monitor[], operationOf: BulkAction["operationOf"]): Order {
  const planned = monitors.map((monitor) => ({ id: monitor.id, operation: operationOf(monitor) }));
  return {
    operations: planned.flatMap(({ operation }) => operation ?? []),
    runs: planned.flatMap(({ id, operation }) => (operation === null ? [id] : [])),
  };
}

async function sendAll({ operations, runs }: Order, onTurns: (turns: Turns) => void): Promise<Failure[]> {
  const total = operations.length + runs.length;
  const failures: Failure[] = [];
  let ended = 0;
  const note = (count: number, failed: readonly Failure[]): void => {
    ended += count;
    failures.push(...failed);
    onTurns({ ended, total });
  };
  for (const batch of toBatches(operations)) note(batch.operations.length, await failuresOf(batch));
  for (const id of runs) note(1, await failureOfRun(id));
  return failures;
}

/** The failures of a batch. If the call itself fails, every monitor of it has. */
async function failuresOf(batch: Batch<ManagedOperation>): Promise<Failure[]> {
  try {
    const results = await sendBatch(batch);
    return results.flatMap((result) => {
      const error = errorOf(result);
      const id = batch.operations[result.index]?.id;
      return error === null || id === undefined ? [] : [{ id, error }];
    });
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(describeError(cause));
    return batch.operations.map(({ id }) => ({ id, error }));
  }
}

async function failureOfRun(id: string): Promise<Failure[]> {
  try {
    await wf.monitors.run(id, { maxRetries: 4 });
    return [];
  } catch (cause) {
    return [{ id, error: cause instanceof Error ? cause : new Error(describeError(cause)) }];
  }
}
