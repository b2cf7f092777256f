import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Card } from "../../ui/Page.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";

type ListedProps<Item, Key extends QueryKey> = {
  query: UseQueryOptions<Item[], Error, Item[], Key>;
  /** The things, as in "Loading the secrets" and "No secrets yet". */
  things: string;
  /** Says what the things are good for where there are none. */
  empty: string;
  Row: ComponentType<{ item: Item }>;
};

/** A list of things with names, with its states. */
export function Listed<Item extends { name: string }, Key extends QueryKey>({
  query,
  things,
  empty,
  Row,
}: ListedProps<Item, Key>) {
  const { data, error, refetch } = useQuery(query);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label={`Loading the ${things}`} lines={2} height="4rem" />;
  if (data.length === 0) return <EmptyState title={`No ${things} yet`}>{empty}</EmptyState>;
  return (
    <Card padded={false}>
      <ul>
        {data.map((item) => (
          <Row key={item.name} item={item} />
        ))}
      </ul>
    </Card>
  );
}
