import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
} from "@tanstack/react-query";

/** A list that loads page after page, as one list. */
export function useList<Page, Key extends QueryKey, Param, Item>(
  query: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, Param>,
  itemsOf: (page: Page) => readonly Item[],
) {
  return useInfiniteQuery({ ...query, select: ({ pages }) => pages.flatMap((page) => itemsOf(page)) });
}
