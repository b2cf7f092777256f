import type { Crawl } from "#schemas/crawl.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { withQuery } from "../../api/withQuery.ts";
import { DownloadButton, LinkButton } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { RetryFailed } from "../../ui/RetryFailed.tsx";

/** Buttons that retry the failed pages of a crawl, or cancel it. */
export function CrawlActions({ crawl: { id, status, counts } }: { crawl: Crawl }) {
  const cancel = useAction({
    send: () => wf.crawls.cancel(id),
    done: () => "The crawl is cancelled. Pages under way finish.",
    changes: ["crawl", "crawlPages", "job"],
  });
  return (
    <>
      <RetryFailed
        title="Crawl"
        retry={() => wf.crawls.retryFailed(id)}
        failed={counts.failed}
        changes={["crawl", "job", "usage"]}
      />
      {counts.completed > 0 && <DownloadButton href={`/crawl/${id}/archive`}>Download all</DownloadButton>}
      <LinkButton href={withQuery("/crawls/new", { from: id })}>Run again</LinkButton>
      {status === "running" && (
        <ConfirmButton
          label="Cancel the crawl"
          title="Cancel this crawl?"
          confirm="Cancel the crawl"
          onConfirm={() => cancel.mutate()}
          isPending={cancel.isPending}
        >
          Pages under way finish and stay charged. Waiting pages are skipped at no charge.
        </ConfirmButton>
      )}
    </>
  );
}
