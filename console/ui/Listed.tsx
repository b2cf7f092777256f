import type { ReactNode } from "react";
import { ListCard } from "./ListRow.tsx";
import { LoadMore, type Paged } from "./LoadMore.tsx";
import { EmptyState, ErrorState, Loading } from "./states.tsx";
import { Table } from "./Table.tsx";

type StatesProps<Item> = {
  query: { data: Item[] | undefined; error: Error | null; refetch: () => unknown } & Partial<Paged>;
  /** The things, as in "Loading the secrets" and "No secrets yet". */
  things: string;
  /** Lines of skeletons and the height of each. */
  lines?: number;
  height?: string;
  /** Title where there are none. Default: by `things`. */
  emptyTitle?: string;
  /** Says what to do where there are none. Default: nothing shows there. */
  empty?: string;
  emptyAction?: ReactNode;
};
type ListedProps<Item> = StatesProps<Item> & { children: (items: Item[]) => ReactNode };

/** A list with its states. One that loads page after page gets a button for the next page. */
export function Listed<Item>({ query, things, empty, children, ...rest }: ListedProps<Item>) {
  const { data, error, refetch } = query;
  const { emptyTitle = `No ${things} yet`, emptyAction, ...size } = rest;
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label={`Loading the ${things}`} {...size} />}
      {data?.length === 0 && empty !== undefined && (
        <EmptyState title={emptyTitle} action={emptyAction}>
          {empty}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && children(data)}
      <LoadMore query={query} />
    </>
  );
}

/** `renderRow` gives each row its key. */
type RowsProps<Item> = StatesProps<Item> & { renderRow: (item: Item) => ReactNode };

/** A list as rows on a card. */
export function ListedCard<Item>({ renderRow, ...states }: RowsProps<Item>) {
  return (
    <Listed lines={3} height="4rem" {...states}>
      {(items) => <ListCard>{items.map(renderRow)}</ListCard>}
    </Listed>
  );
}

/** A list as a table. */
export function ListedTable<Item>({ renderRow, columns, ...states }: RowsProps<Item> & { columns: string[] }) {
  const { things } = states;
  return (
    <Listed lines={6} {...states}>
      {(items) => (
        <Table caption={`${things.charAt(0).toUpperCase()}${things.slice(1)}`} columns={columns}>
          {items.map(renderRow)}
        </Table>
      )}
    </Listed>
  );
}
