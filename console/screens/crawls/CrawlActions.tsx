import type { Crawl } from "#schemas/crawl.ts";
import { api } from "../../api/client.ts";
import { describeRetried, retryFailedJobs } from "../../api/retryJobs.ts";
import { useAction } from "../../api/useAction.ts";
import { useHotkeys } from "../../shell/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";

/** What one can do with a crawl: retry its failed pages, or cancel it. */
export function CrawlActions({ crawl: { id, status, counts } }: { crawl: Crawl }) {
  const retry = useAction({
    send: () => retryFailedJobs({ crawlId: id }),
    done: describeRetried,
    changes: ["crawl", "job", "usage"],
  });
  const cancel = useAction({
    send: () => api.delete(`/crawl/${id}`),
    done: () => "The crawl is cancelled. Pages under way finish.",
    changes: ["crawl", "crawlPages", "job"],
  });
  const canRetry = counts.failed > 0 && !retry.isPending;
  useHotkeys("Crawl", [{ keys: "r", label: "Retry the failed pages", run: () => canRetry && retry.mutate() }]);
  return (
    <>
      {counts.failed > 0 && (
        <Button variant="primary" onPress={() => retry.mutate()} isPending={retry.isPending}>
          Retry failed
        </Button>
      )}
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
