import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CurrentSession } from "#schemas/session.ts";
import { ApiError, wf } from "./client.ts";

/** Key of the cached session. Its value is null while no one is logged in. */
const sessionKey = ["session"] as const;

/** Key of the sentence that says why the session ended. */
const endKey = ["session", "end"] as const;

/** Ends the shown session, and keeps the sentence that says why for the log-in. */
export function noteEnd(client: QueryClient, why: string): void {
  client.setQueryData(endKey, why);
  client.setQueryData(sessionKey, null);
}

/** Why the last session ended, or null. */
export const endQuery = queryOptions({
  queryKey: endKey,
  // Only `noteEnd` knows.
  queryFn: (): string | null => null,
  staleTime: Infinity,
});

/** Forgets every reply that the console holds, because another account may log in next. */
export function forgetAccount(client: QueryClient): void {
  client.setQueryData(sessionKey, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey.join() !== sessionKey.join() });
}

/** The browser's session with its account and key, or null. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal, client }): Promise<CurrentSession | null> => {
    try {
      return await wf.sessions.current({ signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      if (error.code === "session_ended") client.setQueryData(endKey, error.message);
      return null;
    }
  },
  staleTime: 60_000,
});
