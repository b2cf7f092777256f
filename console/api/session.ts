import { queryOptions } from "@tanstack/react-query";
import { ApiError, api } from "./client.ts";

/** Reply of `GET /sessions/current`. */
export type CurrentSession = {
  session: { id: string; createdAt: string; lastSeenAt: string; expiresAt: string };
  account: { id: string; email: string; plan: string; timeZone: string; paused: boolean };
  key: { id: string; name: string; scopes: string[] };
  temporalUiUrl: string | null;
};

/** Key of the cached session. Its value is null while no one is logged in. */
export const sessionKey = ["session"] as const;

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
