import { createEgressPolicy, type EgressPolicy } from "#egress/policy.ts";
import { type OpenBrowser, type OnRefused, openBrowser } from "#worker/browser.ts";
import type { WorkerSettings } from "#worker/startWorker.ts";

/** Whose the browser is: what its pages may reach, and who hears of what they were refused. */
type User = { policy: EgressPolicy; onRefused: OnRefused };

const nobody: User = { policy: createEgressPolicy({ allow: "" }), onRefused: () => undefined };
let user = nobody;
let shared: { pages: number; room: Promise<OpenBrowser> } | null = null;

const policyOfUser: EgressPolicy = {
  checkUrl: (url) => user.policy.checkUrl(url),
  checkTarget: (host, port) => user.policy.checkTarget(host, port),
  isOpened: (url) => user.policy.isOpened(url),
  resolve: (host, port) => user.policy.resolve(host, port),
  forget: (host) => user.policy.forget(host),
};

/**
 * Opens browsers for a worker of this process: the same one for one worker after the other, as its start and its self-test take
 * a processor for seconds; one of its own where the shared one is in use or has another number of pages.
 */
export function openSharedBrowser(settings: Parameters<typeof openBrowser>[0]): WorkerSettings["openBrowser"] {
  return async (pages, onRefused) => {
    if (user !== nobody || (shared !== null && shared.pages !== pages)) {
      return openBrowser(settings, { pages, onRefused });
    }
    user = { policy: settings.policy, onRefused };
    const forAll = { ...settings, policy: policyOfUser };
    shared ??= { pages, room: openBrowser(forAll, { pages, onRefused: (reason) => user.onRefused(reason) }) };
    const { capture, status } = await shared.room.catch((error: unknown) => {
      // The next worker tries it anew.
      [user, shared] = [nobody, null];
      throw error;
    });
    return { capture, status, close: async () => void (user = nobody) };
  };
}

/** Closes the shared browser, if a worker asked for it. */
export async function closeSharedBrowser(): Promise<void> {
  const room = await shared?.room.catch(() => null);
  shared = null;
  await room?.close();
}
