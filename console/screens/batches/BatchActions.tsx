import type { Batch } from "#schemas/batch.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { withQuery } from "../../api/withQuery.ts";
import { DownloadButton, LinkButton } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { RetryFailed } from "../../ui/RetryFailed.tsx";

/** Buttons that retry the failed pages of a batch, or cancel it. */
export function BatchActions({ batch }: { batch: Batch }) {
  const { id, status, counts } = batch;
  const changes = ["batch", "job", "usage"];
  const cancel = useAction({
    send: () => wf.batches.cancel(id),
    done: () => "The batch is cancelled.",
    changes,
  });
  const canCancel = status === "queued" || status === "in_progress";
  return (
    <>
      <RetryFailed title="Batch" retry={() => wf.batches.retryFailed(id)} failed={counts.failed} changes={changes} />
      {counts.completed > 0 && <DownloadButton href={`/render/batches/${id}/archive`}>Download all</DownloadButton>}
      <LinkButton href={withQuery("/batches/new", { from: id })}>Run again</LinkButton>
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
