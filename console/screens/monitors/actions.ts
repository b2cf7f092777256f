import { countOf } from "../../format/words.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Box } from "#schemas/diff.ts";
import type { DefaultPath } from "#schemas/monitor/defaultPaths.ts";
import type { Monitor, MonitorPatch } from "#schemas/monitor/monitor.ts";
import type { CallOptions } from "#clients/typescript/src/index.ts";
import { wf } from "../../api/client.ts";
import { showDone } from "../../api/toasts.ts";

const hourMs = 60 * 60 * 1_000;

export type Action =
  | { kind: "patch"; patch: MonitorPatch; done: string; undo?: MonitorPatch }
  | { kind: "run" }
  | { kind: "acknowledge" }
  | { kind: "withdraw" }
  | { kind: "delete" };

/** The actions on a monitor. Each has a message that it is done, and a change that undoes it if possible. */
export const monitorActions = {
  pause: { kind: "patch", patch: { status: "paused" }, done: "Paused.", undo: { status: "active" } },
  resume: { kind: "patch", patch: { status: "active" }, done: "Resumed.", undo: { status: "paused" } },
  unmute: { kind: "patch", patch: { mutedUntil: null }, done: "Messages are on again." },
  run: { kind: "run" },
  acknowledge: { kind: "acknowledge" },
  delete: { kind: "delete" },
} as const satisfies Record<string, Action>;

/** Mutes a monitor's messages for some hours. */
export function muteFor(hours: number): Action {
  const until = new Date(Date.now() + hours * hourMs).toISOString();
  return {
    kind: "patch",
    patch: { mutedUntil: until },
    done: `No messages for ${countOf(hours, "hour")}. Runs go on.`,
    undo: { mutedUntil: null },
  };
}

/** Leaves an area of the page out of the comparisons from the next run on. */
export function ignoreArea({ capture: { ignoreRegions = [] } }: Monitor, { x, y, width, height }: Box): Action {
  return {
    kind: "patch",
    patch: { capture: { ignoreRegions: [...ignoreRegions, { x, y, width, height }] } },
    done: "The next run ignores this area.",
    undo: { capture: { ignoreRegions: ignoreRegions.length > 0 ? ignoreRegions : null } },
  };
}

/** Leaves a setting at the monitor's own value, whatever defaults say, or takes the defaults again. */
export function ignoreDefault({ ignoreDefaults }: Monitor, setting: DefaultPath, isIgnored: boolean): Action {
  const others = ignoreDefaults.filter((path) => path !== setting);
  return {
    kind: "patch",
    patch: { ignoreDefaults: isIgnored ? [...others, setting] : others },
    done: isIgnored ? "No default sets this any more." : "Defaults set this again.",
    undo: { ignoreDefaults },
  };
}

/** Runs an action on one monitor. @throws ApiError if the API refuses. */
function sendAction(id: string, action: Action, options: CallOptions = {}): Promise<unknown> {
  switch (action.kind) {
    case "patch":
      return wf.monitors.update(id, action.patch, options);
    case "run":
      return wf.monitors.run(id, options);
    case "acknowledge":
      return wf.monitors.acknowledge(id, options);
    case "withdraw":
      return wf.monitors.unacknowledge(id, options);
    case "delete":
      return wf.monitors.delete(id, options);
  }
}

/** The action that reverts an action, or null. */
function undoOf(action: Action): Action | null {
  if (action.kind === "acknowledge") return { kind: "withdraw" };
  if (action.kind !== "patch" || action.undo === undefined) return null;
  return { kind: "patch", patch: action.undo, done: "Undone." };
}

/** The message that an action is done. */
function describeDone(action: Action): string {
  return action.kind === "patch" ? action.done : texts[action.kind];
}

const texts = { run: "A run has started.", acknowledge: "Acknowledged.", withdraw: "Undone.", delete: "Deleted." };

/** Runs actions on monitors, one after another, and refetches what they changed. */
export function useMonitorActions() {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ ids, action }: { ids: readonly string[]; action: Action }) => {
      for (const id of ids) await sendAction(id, action);
    },
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === "monitor" || kind === "run" }),
  });
  async function act(ids: readonly string[], action: Action): Promise<void> {
    await mutateAsync({ ids, action });
    const undo = undoOf(action);
    showDone(describeDone(action), undo === null ? undefined : () => void mutateAsync({ ids, action: undo }));
  }
  return { act: (ids: readonly string[], action: Action) => void act(ids, action).catch(() => undefined), isPending };
}
