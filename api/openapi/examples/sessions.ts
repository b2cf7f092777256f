import type { CurrentSession, Session } from "#schemas/session.ts";
import { base, ids, times } from "./parts.ts";

const session: Session = {
  id: "01980e2a-4c00-7000-8000-000000000090",
  current: true,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0",
  keyId: ids.key,
  createdAt: times.created,
  lastSeenAt: times.completed,
  idleExpiresAt: "2026-11-21T21:30:02.480Z",
  expiresAt: "2026-11-28T09:30:00.000Z",
};

const current: CurrentSession = {
  success: true,
  session,
  account: {
    id: ids.account,
    email: "owner@example.com",
    plan: "starter",
    timeZone: "Europe/Berlin",
    addresses: "host",
    paused: false,
  },
  key: { id: ids.key, name: "Console", scopes: ["render", "monitor", "read"] },
  temporalUiUrl: `${base.replace("api", "temporal")}/namespaces/watchframe/workflows`,
};

/** Examples of replies about browser sessions. */
export const sessions = {
  reply: { success: true as const, session },
  list: { success: true as const, sessions: [session], nextCursor: null },
  current,
};
