import { Button } from "./Button.tsx";
import styles from "./states.module.css";

export type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** A button for the next page of a list. Nothing at the end of the list. */
export function LoadMore({
  query: { hasNextPage, isFetchingNextPage = false, fetchNextPage },
}: {
  query: Partial<Paged>;
}) {
  if (hasNextPage !== true || fetchNextPage === undefined) return null;
  return (
    <div className={styles["more"]}>
      <Button onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
        {isFetchingNextPage ? "Loading …" : "Load more"}
      </Button>
    </div>
  );
}
