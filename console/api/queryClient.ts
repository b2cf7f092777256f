import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { showError } from "./toasts.ts";
import { ApiError } from "./client.ts";
import { noteEnd } from "./session.ts";

/** Ends the shown session when any call finds that it has ended. */
function onError(error: Error): void {
  if (error instanceof ApiError && error.status === 401) noteEnd(queryClient, error);
}

/** Retries what another try can mend: a failed connection, a timeout and an overloaded server. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return failures < 3 && (status === 0 || status === 408 || status === 429 || status >= 500);
}

/** The console's cache of replies. `liveUpdates.ts` marks replies as stale when the account changes. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError(...[error, , , mutation]) {
      onError(error);
      // A form shows its own errors beside its fields.
      if (mutation.meta?.["showsErrors"] !== true) showError(error);
    },
  }),
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: isWorthRetrying, refetchOnReconnect: "always" },
    // An action fails while the API is away. Later, the person may not want it any more.
    mutations: { retry: false, networkMode: "always" },
  },
});
