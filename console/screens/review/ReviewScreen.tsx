import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { PageChange } from "#schemas/monitor/pageChange.ts";
import { Button } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Page } from "../../ui/Page.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { ChangeEntry } from "./ChangeEntry.tsx";
import { changesQuery } from "./queries.ts";
import styles from "./Review.module.css";
import { useReview } from "./useReview.ts";
import { WordsDialog } from "./WordsDialog.tsx";

/** Every change that nobody has seen, until somebody has. */
export function ReviewScreen() {
  const { state = "unseen" } = useSearch({ from: "/shell/review" });
  const query = useInfiniteQuery(changesQuery({ state }));
  const { data, error, isPending, refetch } = query;
  const loaded = (data?.pages ?? []).flatMap((page) => page.changes);
  const review = useReview(loaded);
  const { shownChanges, current } = review;
  const waits = state === "unseen" && shownChanges.length > 0;
  return (
    <Page
      title="To review"
      about={
        waits ? (
          <>
            <kbd>J</kbd> <kbd>K</kbd> move, <kbd>Y</kbd> seen or accept, <kbd>N</kbd> keep old, <kbd>U</kbd> undo,{" "}
            <kbd>O</kbd> open
          </>
        ) : (
          "Every confirmed change stays here until somebody has seen it."
        )
      }
      {...(waits && { actions: <Button onPress={review.markAll}>Mark all seen</Button> })}
    >
      <nav className={styles["states"]} aria-label="State">
        <Link to="/review" activeOptions={{ exact: true, includeSearch: true }}>
          To review
        </Link>
        <Link to="/review" search={{ state: "seen" }} activeOptions={{ exact: true, includeSearch: true }}>
          Seen
        </Link>
      </nav>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading label="Loading the changes" lines={3} height="9rem" />}
      {data !== undefined && shownChanges.length === 0 && !query.hasNextPage && <Nothing state={state} />}
      {shownChanges.length > 0 && (
        <ol className={styles["list"]}>
          {shownChanges.map((change) => (
            <ChangeEntry
              key={change.id}
              change={change}
              isCurrent={change.id === current?.id}
              onFocus={() => review.choose(change.id)}
              onYes={() => review.yes(change)}
              onKeep={() => review.ask({ kind: "keep", change })}
              onReopen={() => review.reopen(change)}
              onNote={() => review.ask({ kind: "note", change })}
            />
          ))}
        </ol>
      )}
      <LoadMore query={query} />
      <Dialogs review={review} />
    </Page>
  );
}

function Nothing({ state }: { state: PageChange["state"] }) {
  return state === "unseen" ? (
    <EmptyState title="Nothing to review">
      Every change has been seen. The next one comes here as soon as a second capture has confirmed it.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing seen yet">
      Changes that you accept, keep or mark as seen stay here for reference.
    </EmptyState>
  );
}

function Dialogs({ review: { askedAct, ask, keep, note } }: { review: ReturnType<typeof useReview> }) {
  if (askedAct === null) return null;
  const { change } = askedAct;
  const sharedProps = { isOpen: true, onClose: () => ask(null) };
  return askedAct.kind === "keep" ? (
    <WordsDialog
      {...sharedProps}
      title={`Keep the old baseline of ${change.title}`}
      label="Reason"
      help="It may stay empty. You are told again only if the page changes further."
      confirm="Keep old"
      onConfirm={(reason) => keep(change, reason)}
    />
  ) : (
    <WordsDialog
      {...sharedProps}
      title={`Note on the change of ${change.title}`}
      label="Note"
      help="An empty note removes it."
      confirm="Save"
      initial={change.note ?? ""}
      onConfirm={(words) => note(change, words)}
    />
  );
}
