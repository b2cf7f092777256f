import { queryOptions } from "@tanstack/react-query";
import { wf } from "../../api/client.ts";

/** First part of the keys of feeds. */
export const feedKind = "feeds";

/** All feeds of the account. */
export const feedsQuery = queryOptions({ queryKey: [feedKind], queryFn: ({ signal }) => wf.feeds.list({ signal }) });
