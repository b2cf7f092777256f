import { useMutation, useQueryClient } from "@tanstack/react-query";
import { wf } from "../../api/client.ts";
import { showDone } from "../../api/toasts.ts";
import { deliveryQuery } from "./queries.ts";

/** Delivers a webhook or a message to a channel again. The screen shows it as under way at once, and as before if the API refuses. */
export function useReplay(id: string) {
  const client = useQueryClient();
  const { queryKey } = deliveryQuery(id);
  return useMutation({
    mutationFn: () => wf.deliveries.replay(id),
    async onMutate() {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before !== undefined) client.setQueryData(queryKey, { ...before, status: "pending", completedAt: null });
      return before;
    },
    onError: (...[, , before]) => before !== undefined && client.setQueryData(queryKey, before),
    onSuccess: () => showDone("The message is being delivered again."),
    onSettled: () => client.invalidateQueries({ queryKey: ["delivery"] }),
  });
}
