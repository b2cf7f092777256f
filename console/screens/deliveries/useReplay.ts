import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { DeliveryReply } from "#schemas/events.ts";
import { api } from "../../api/client.ts";
import { showDone } from "../../ui/toasts.ts";
import { deliveryQuery } from "./queries.ts";

/** Delivers a webhook again. The screen shows it as under way at once, and as before if the API refuses. */
export function useReplay(id: string) {
  const client = useQueryClient();
  const { queryKey } = deliveryQuery(id);
  return useMutation({
    mutationFn: () => api.post<Static<typeof DeliveryReply>>(`/webhook-deliveries/${id}/replay`),
    async onMutate() {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before !== undefined) client.setQueryData(queryKey, { ...before, status: "pending", completedAt: null });
      return before;
    },
    onError: (...[, , before]) => before !== undefined && client.setQueryData(queryKey, before),
    onSuccess: () => showDone("The webhook is being delivered again."),
    onSettled: () => client.invalidateQueries({ queryKey: ["delivery"] }),
  });
}
