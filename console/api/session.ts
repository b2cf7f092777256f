import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CurrentSession } from "#schemas/session.ts";
import { ApiError, wf } from "./client.ts";

/** Key of the cached session. Its value is null while no one is logged in. */
const sessionKey = ["session"] as const;

/** Key of the sentence that says why the session ended. */
const endKey = ["session", "end"] as const;

/**
 * Ends the shown session after a call was refused, and keeps the sentence that says why for the log-in.
 * A call that a log-out overtook changes nothing, as its person knows. A first visit has nothing to tell.
 */
export function noteEnd(client: QueryClient, { code, message }: ApiError): void {
  const session = client.getQueryData(sessionKey);
  if (session === null) return;
  // Without a cookie, another tab has logged out.
  const why = code === "session_ended" ? message : "You are logged out.";
  if (session !== undefined || code === "session_ended") client.setQueryData(endKey, why);
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
  client.setQueryData(endKey, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

/** The browser's session with its account and key, or null. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal, client }): Promise<CurrentSession | null> => {
    try {
      return await wf.sessions.current({ signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      noteEnd(client, error);
      return null;
    }
  },
  staleTime: 60_000,
});
