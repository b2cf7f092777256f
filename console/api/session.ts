import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CurrentSession } from "#schemas/session.ts";
import { ApiError, api } from "./client.ts";

/** Key of the cached session. Its value is null while no one is logged in. */
export const sessionKey = ["session"] as const;

/** Forgets every reply that the console holds, because another account may log in next. */
export function forgetAccount(client: QueryClient): void {
  client.setQueryData(sessionKey, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey.join() !== sessionKey.join() });
}

/** The browser's session with its account and key, or null. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<CurrentSession | null> => {
    try {
      return await api.get<CurrentSession>("/sessions/current", { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});
