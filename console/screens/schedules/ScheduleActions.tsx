import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schedule } from "#schemas/schedule.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { showDone } from "../../api/toasts.ts";
import { scheduleQuery } from "./queries.ts";

/** Buttons that pause, resume and cancel a schedule that has not ended. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const { id, status } = schedule;
  const change = useChange(schedule);
  const cancel = useAction({
    send: () => wf.schedules.cancel(id),
    done: () => "The schedule is cancelled.",
    changes: ["schedule"],
  });
  const isOpen = status === "active" || status === "paused";
  const toggle = (): void => change.mutate(status === "paused" ? "active" : "paused");
  useHotkeys("Schedule", [{ keys: "p", label: "Pause or resume", run: () => isOpen && toggle() }]);
  if (!isOpen) return null;
  return (
    <>
      <Button onPress={toggle} isPending={change.isPending}>
        {status === "paused" ? "Resume" : "Pause"}
      </Button>
      <ConfirmButton
        label="Cancel the schedule"
        title="Cancel this schedule?"
        confirm="Cancel the schedule"
        onConfirm={() => cancel.mutate()}
        isPending={cancel.isPending}
      >
        It starts no more renders, and you can’t resume it. A render under way goes on.
      </ConfirmButton>
    </>
  );
}

/** Pauses or resumes. The screen shows the new state at once, and the old one again if the API refuses. */
function useChange({ id }: Schedule) {
  const client = useQueryClient();
  const { queryKey } = scheduleQuery(id);
  return useMutation({
    mutationFn: (status: "active" | "paused") => wf.operations.changeSchedule(id, { status }),
    async onMutate(status) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before !== undefined) client.setQueryData(queryKey, { ...before, status });
      return before;
    },
    onError: (...[, , before]) => before !== undefined && client.setQueryData(queryKey, before),
    onSuccess: ({ status }) => showDone(status === "paused" ? "Paused. It starts no render." : "Resumed."),
    onSettled: () => client.invalidateQueries({ queryKey: ["schedule"] }),
  });
}
