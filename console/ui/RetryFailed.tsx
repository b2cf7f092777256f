import { useAction } from "../api/useAction.ts";
import { countOf } from "../format/words.ts";
import { useHotkeys } from "../document/hotkeys.tsx";
import { Button } from "./Button.tsx";

type RetryFailedProps = {
  /** Title of the screen's keys. */
  title: string;
  /** Retries the failed pages of the batch or crawl. Resolves with what runs again. */
  retry: () => Promise<readonly unknown[]>;
  /** Number of failed pages. */
  failed: number;
  /** Kinds of resources that a retry changes, as the first part of query keys. */
  changes: readonly string[];
};

/** Retries the failed pages of a batch or a crawl, by a button or by R. Shows nothing without failed pages. */
export function RetryFailed({ title, retry, failed, changes }: RetryFailedProps) {
  const { mutate, isPending } = useAction({ send: retry, done: describeRetried, changes });
  const canRetry = failed > 0 && !isPending;
  useHotkeys(title, [{ keys: "r", label: "Retry the failed pages", run: () => canRetry && mutate() }]);
  if (failed === 0) return null;
  return (
    <Button variant="primary" onPress={() => mutate()} isPending={isPending}>
      Retry failed
    </Button>
  );
}

function describeRetried({ length }: readonly unknown[]): string {
  return length === 0 ? "No page has failed." : `${countOf(length, "failed page")} will be rendered again.`;
}
