import type { CDPSession } from "puppeteer";
import type { BrowserSession, SessionCookie } from "../../ports.ts";
import { frameIdentity } from "../pool/jobPage.ts";
import type { CaptureRun } from "./run.ts";

/** Reads the cookies of the browser's context, and the storages of the page's and its frames' origins. */
export async function readSession({ lease, guard }: CaptureRun): Promise<BrowserSession> {
  const { page } = lease;
  const cookies = await guard.race(page.browserContext().cookies());
  // A frame of another process has a session of its own.
  const origins = new Map<string, CDPSession>();
  for (const frame of page.frames()) {
    const origin = URL.parse(frame.url())?.origin ?? "null";
    if (origin !== "null" && !origins.has(origin)) origins.set(origin, frameIdentity(frame).session);
  }
  const storages: BrowserSession["storages"] = [];
  for (const [origin, session] of origins) {
    const [local, kept] = await guard.race(
      Promise.all([readStorage(session, origin, true), readStorage(session, origin, false)]),
    );
    if (local.length + kept.length > 0) storages.push({ origin, local, session: kept });
  }
  return { cookies: cookies.map(toCookie), storages };
}

type Read = Awaited<ReturnType<ReturnType<CaptureRun["lease"]["page"]["browserContext"]>["cookies"]>>[number];

function toCookie({
  name,
  value,
  domain,
  path,
  expires,
  httpOnly,
  secure,
  sameSite,
  partitionKey,
}: Read): SessionCookie {
  return {
    name,
    value,
    domain,
    path: path ?? "/",
    httpOnly: httpOnly ?? false,
    secure,
    // The browser tells -1 for a cookie that ends with its session.
    ...(expires > 0 && { expires }),
    ...(sameSite !== undefined && sameSite !== "Default" && { sameSite }),
    ...(typeof partitionKey === "object" && {
      partitionKey: {
        topLevelSite: partitionKey.sourceOrigin,
        hasCrossSiteAncestor: partitionKey.hasCrossSiteAncestor ?? false,
      },
    }),
  };
}

/** The items of a storage by the protocol, as a page can replace the functions that its scripts see. */
async function readStorage(session: CDPSession, origin: string, isLocalStorage: boolean): Promise<[string, string][]> {
  const storageId = { securityOrigin: origin, isLocalStorage };
  try {
    const { entries } = await session.send("DOMStorage.getDOMStorageItems", { storageId });
    return entries.map(([key = "", value = ""]) => [key, value]);
  } catch (error) {
    // A frame that is gone has no storage.
    if (
      error instanceof Error &&
      /Frame not found|StorageArea|not found|Session closed|Target closed/iu.test(error.message)
    )
      return [];
    throw error;
  }
}
