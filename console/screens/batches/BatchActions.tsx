import type { Batch } from "#schemas/batch.ts";
import { api } from "../../api/client.ts";
import { describeRetried, retryFailedJobs } from "../../api/retryJobs.ts";
import { useAction } from "../../api/useAction.ts";
import { useHotkeys } from "../../shell/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";

/** What one can do with a batch: retry its failed pages, or cancel it. */
export function BatchActions({ batch }: { batch: Batch }) {
  const { id, status, counts } = batch;
  const changes = ["batch", "job", "usage"];
  const retry = useAction({ send: () => retryFailedJobs({ batchId: id }), done: describeRetried, changes });
  const cancel = useAction({
    send: () => api.delete(`/render/batches/${id}`),
    done: () => "The batch is cancelled.",
    changes,
  });
  const canRetry = counts.failed > 0 && !retry.isPending;
  const canCancel = status === "queued" || status === "in_progress";
  useHotkeys("Batch", [{ keys: "r", label: "Retry the failed pages", run: () => canRetry && retry.mutate() }]);
  return (
    <>
      {counts.failed > 0 && (
        <Button variant="primary" onPress={() => retry.mutate()} isPending={retry.isPending}>
          Retry failed
        </Button>
      )}
      {canCancel && (
        <ConfirmButton
          label="Cancel the batch"
          title="Cancel this batch?"
          confirm="Cancel the batch"
          onConfirm={() => cancel.mutate()}
          isPending={cancel.isPending}
        >
          Running pages stop and waiting pages are dropped. Their credits are refunded.
        </ConfirmButton>
      )}
    </>
  );
}
