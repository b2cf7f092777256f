import { useInfiniteQuery } from "@tanstack/react-query";
import { recipientsQuery } from "./queries.ts";

/** The recipients who have confirmed; undefined until they are loaded. */
export function useVerifiedRecipients() {
  const { data } = useInfiniteQuery(recipientsQuery);
  return data?.pages.flatMap(({ recipients }) => recipients).filter(({ status }) => status === "verified");
}
