import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** Milliseconds between two looks for an API that can't be reached. */
const probeMs = 2_000;
/** Replies of a proxy in front of an API that is away. */
const gatewayErrors: ReadonlySet<number> = new Set([502, 504]);

/** Since when the API can't be reached; null while it answers. */
let lostAt: Date | null = null;
let isProbing = false;
const listeners = new Set<() => void>();

function setLostAt(at: Date | null): void {
  lostAt = at;
  for (const notify of listeners) notify();
}

// Without a network the queries pause, so no failing one would tell.
addEventListener("offline", noteUnreachable);

/** Whether a reply came from a proxy because the API is away. */
export function isGatewayError(status: number): boolean {
  return gatewayErrors.has(status);
}

/** Pauses every query until the API answers again, because each of them would fail. What they hold stays on the screen. */
export function noteUnreachable(): void {
  // Each time, because the browser's own event `online` resumes the queries.
  onlineManager.setOnline(false);
  if (lostAt === null) setLostAt(new Date());
  if (!isProbing) void probe();
}

/** Looks whether the API answers, and pauses the queries if it does not. */
export async function checkConnection(): Promise<void> {
  if (!(await isReachable())) noteUnreachable();
}

/** Resolves when the API answers. */
export function untilReachable(): Promise<void> {
  if (lostAt === null) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (lostAt !== null) return;
      stop();
      resolve();
    });
  });
}

/**
 * Looks for the API until it answers. Without a network it goes on, because a request that was under way may be answered
 * once more, and because an API on this machine answers all the time.
 */
async function probe(): Promise<void> {
  isProbing = true;
  for (;;) {
    const isBack = await isReachable();
    if (isBack !== (lostAt === null)) {
      setLostAt(isBack ? null : new Date());
      onlineManager.setOnline(isBack);
    }
    if (isBack && navigator.onLine) break;
    await new Promise((resolve) => setTimeout(resolve, probeMs));
  }
  isProbing = false;
}

async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch("/health/live", { cache: "no-store" });
    return !isGatewayError(status);
  } catch {
    // The browser gives no reason for a failed connection.
    return false;
  }
}

/** The time since which the API can't be reached; null while it answers. */
export function useLostAt(): Date | null {
  return useSyncExternalStore(subscribe, () => lostAt);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
