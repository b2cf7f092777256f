import { queryOptions } from "@tanstack/react-query";
import { wf } from "./client.ts";

/** First parts of the keys of queries. */
export const kinds = { signIns: "signIns", secrets: "secrets", proxies: "proxies" } as const;

/** Milliseconds between reads while a try or a test is under way. The event stream does not tell of its end. */
const watchedMs = 2_000;

export const signInsQuery = queryOptions({
  queryKey: [kinds.signIns],
  queryFn: ({ signal }) => wf.signIns.list({ signal }),
  refetchInterval: ({ state: { data = [] } }) => (data.some(({ status }) => status === "pending") ? watchedMs : false),
});

export const secretsQuery = queryOptions({
  queryKey: [kinds.secrets],
  queryFn: ({ signal }) => wf.secrets.list({ signal }),
});

export const proxiesQuery = queryOptions({
  queryKey: [kinds.proxies],
  queryFn: ({ signal }) => wf.proxies.list({ signal }),
});
