import { createEgressPolicy, type EgressPolicy } from "#egress/policy.ts";
import { type OpenBrowser, type OnRefused, openBrowser } from "#worker/browser.ts";
import type { WorkerSettings } from "#worker/startWorker.ts";

/** The worker that has the browser: what its pages may reach, and the callback for refused requests. */
type User = { policy: EgressPolicy; onRefused: OnRefused };

const noUser: User = { policy: createEgressPolicy({ allow: "" }), onRefused: () => undefined };
let user = noUser;
let shared: { pages: number; room: Promise<OpenBrowser> } | null = null;

const policyOfUser: EgressPolicy = {
  checkUrl: (url) => user.policy.checkUrl(url),
  checkTarget: (host, port) => user.policy.checkTarget(host, port),
  isOpened: (url) => user.policy.isOpened(url),
  resolve: (host, port) => user.policy.resolve(host, port),
  proxyFor: (host, port) => user.policy.proxyFor(host, port),
  forget: (host) => user.policy.forget(host),
};

/**
 * Opens browsers for a worker of this process. One worker after another gets the same browser, as its start and self-test
 * take seconds. A worker gets a browser of its own when the shared one is in use or has another number of pages.
 */
export function openSharedBrowser(settings: Parameters<typeof openBrowser>[0]): WorkerSettings["openBrowser"] {
  return async (pages, onRefused) => {
    if (user !== noUser || (shared !== null && shared.pages !== pages)) {
      return openBrowser(settings, { pages, onRefused });
    }
    user = { policy: settings.policy, onRefused };
    const forAll = { ...settings, policy: policyOfUser };
    shared ??= { pages, room: openBrowser(forAll, { pages, onRefused: (reason) => user.onRefused(reason) }) };
    const { capture, status } = await shared.room.catch((error: unknown) => {
      // The next worker starts another one.
      [user, shared] = [noUser, null];
      throw error;
    });
    return { capture, status, close: async () => void (user = noUser) };
  };
}

/** Closes the shared browser, if a worker asked for it. */
export async function closeSharedBrowser(): Promise<void> {
  const room = await shared?.room.catch(() => null);
  shared = null;
  await room?.close();
}
