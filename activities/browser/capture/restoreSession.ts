import { type CDPSession, CDPSessionEvent, type Protocol } from "puppeteer";
import type { Logger } from "#telemetry/logger.ts";
import type { BrowserSession, SessionCookie } from "../../ports.ts";

/** The isolated world that writes the storages, so that no script of a page sees the values of another origin. */
const worldName = "session";

/** Gives a blank page the cookies and the storages of a session. */
export async function restoreSession(
  session: CDPSession,
  { cookies, storages }: BrowserSession,
  logger: Logger,
): Promise<void> {
  if (cookies.length > 0) await session.send("Network.setCookies", { cookies: cookies.map(cookieParam) });
  if (storages.length === 0) return;
  await writeInDocuments(session, `(${writeStorages.toString()})(${JSON.stringify(storages)})`, logger);
}

/** Writes the storages into each document of the page, and into those of frames of other processes. */
async function writeInDocuments(session: CDPSession, source: string, logger: Logger): Promise<void> {
  // Runs before puppeteer lets the new target start.
  session.on(CDPSessionEvent.SessionAttached, (child) => {
    writeInDocuments(child, source, logger).catch((error: unknown) =>
      logger.debug({ err: error }, "a worker has no storage, and a frame that is gone needs none"),
    );
  });
  await session.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName });
}

/** A cookie without a dot in front of its domain is for that host alone, which the protocol knows by an address. */
function cookieParam({ domain, ...cookie }: SessionCookie): Protocol.Network.CookieParam {
  if (domain.startsWith(".")) return { ...cookie, domain };
  return { ...cookie, url: `${cookie.secure ? "https" : "http"}://${domain}${cookie.path}` };
}

/** Runs in each document before its scripts. An item that the page has by now stays. */
function writeStorages(storages: BrowserSession["storages"]): void {
  const own = storages.find(({ origin }) => origin === location.origin);
  if (own === undefined) return;
  for (const [storage, items] of [
    [localStorage, own.local],
    [sessionStorage, own.session],
  ] as const) {
    for (const [key, value] of items) if (storage.getItem(key) === null) storage.setItem(key, value);
  }
}
