import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Frame,
  type Page,
  type Target,
  TargetType,
} from "puppeteer";
import type { JobProxy } from "#egress/jobProxy.ts";
import type { Logger } from "#telemetry/logger.ts";
import { initialViewport } from "../capture/devices.ts";
import { createIsolatedWorld, type IsolatedWorld } from "../inPage/world.ts";
import { overrideUserAgent, type UserAgent } from "./userAgent.ts";

/** A blank page in a context of its own behind a proxy of its own; serves one job and is thrown away. */
export type JobPage = {
  page: Page;
  session: CDPSession;
  world: IsolatedWorld;
  mainFrameId: string;
  proxy: JobProxy;
  /** False once it crashed or closed, or its browser went away. */
  usable(): boolean;
  /** Closes context and proxy; false when the browser did not do so in time. */
  dispose(): Promise<boolean>;
};

export type JobPageOptions = {
  browser: Browser;
  openProxy(): Promise<JobProxy>;
  userAgent: UserAgent;
  /** Whether a new page's window already has the initial viewport: telling each page would cost it a layout. */
  windowFits: boolean;
  logger: Logger;
};

/** Milliseconds a context may take to close; a healthy browser needs 30 even for a spinning renderer. */
const closeTimeoutMs = 2_000;

/** Dialogs a page may open before its script is taken for one that never stops. */
const maxDialogs = 10;

/** Opens a page ready for a job: initial viewport, plain user agent, dialogs dismissed, popups closed, downloads denied. */
export async function openJobPage(options: JobPageOptions): Promise<JobPage> {
  const proxy = await options.openProxy();
  let context: BrowserContext | null = null;
  try {
    context = await options.browser.createBrowserContext({
      proxyServer: proxy.url,
      proxyBypassList: ["<-loopback>"],
      downloadBehavior: { policy: "deny" },
    });
    return await unlessGone(options.browser, setUpPage(context, proxy, options));
  } catch (error) {
    await (context === null ? proxy.close() : dispose(context, proxy, options.logger));
    throw error;
  }
}

async function setUpPage(context: BrowserContext, proxy: JobProxy, options: JobPageOptions): Promise<JobPage> {
  const page = await context.newPage();
  const session = pageSession(page);
  let crashed = false;
  page.once("error", () => {
    crashed = true;
  });
  dismissDistractions(page, session, options.logger);
  const { width, height, deviceScaleFactor } = initialViewport;
  await Promise.all([
    overrideUserAgent(session, options.userAgent),
    !options.windowFits &&
      session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile: false }),
  ]);
  const mainFrameId = frameIdentity(page.mainFrame()).frameId;
  return {
    page,
    session,
    world: createIsolatedWorld(session, mainFrameId),
    mainFrameId,
    proxy,
    usable: () => !crashed && !page.isClosed() && options.browser.connected,
    dispose: () => dispose(context, proxy, options.logger),
  };
}

/** Puppeteer goes on waiting for a new page's target for 30 s after its browser has died. */
async function unlessGone<Value>(browser: Browser, work: Promise<Value>): Promise<Value> {
  const { promise: gone, reject } = Promise.withResolvers<never>();
  const onGone = () => reject(new Error("The browser went away."));
  // Not by once(), which off() can't undo.
  browser.on("disconnected", onGone);
  if (!browser.connected) onGone();
  try {
    return await Promise.race([work, gone]);
  } finally {
    browser.off("disconnected", onGone);
  }
}

/** Nobody is there to answer a dialog or to look at a popup. */
function dismissDistractions(page: Page, session: CDPSession, logger: Logger): void {
  const ignore = (error: unknown) => logger.debug({ err: error }, "a dialog or popup was gone before it was closed");
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs += 1;
    // A script that asks without end is stopped as it gets its answer; the call takes effect only then.
    if (dialogs > maxDialogs) session.send("Runtime.terminateExecution").catch(ignore);
    dialog.dismiss().catch(ignore);
  });
  const close = async (target: Target) => {
    const popup = target.type() === TargetType.PAGE && target !== page.target() ? await target.page() : null;
    await popup?.close();
  };
  // The page's own "popup" event leaves out those that were opened without an opener.
  page.browserContext().on("targetcreated", (target) => void close(target).catch(ignore));
}

async function dispose(context: BrowserContext, proxy: JobProxy, logger: Logger): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), closeTimeoutMs);
  const closing = context.close().then(
    () => true,
    (error: unknown) => {
      // A browser that is gone has no context left; one that is there and refuses needs a closer look.
      logger.debug({ err: error }, "the context did not close");
      return !context.browser().connected;
    },
  );
  try {
    return await Promise.race([closing, late]);
  } finally {
    clearTimeout(timer);
    // After the context, so that its last connections are cut and not retried.
    await proxy.close();
  }
}

/**
 * The session puppeteer itself drives the page by. A second session would be blind to the first one's emulation
 * (a page at scale 2 comes out at scale 1), and puppeteer's types hide this one.
 */
function pageSession(page: Page): CDPSession {
  if (!hasClient(page)) throw new Error("This release of puppeteer hides the page's session.");
  return page._client();
}

function hasClient(page: Page): page is Page & { _client(): CDPSession } {
  return "_client" in page && typeof page._client === "function";
}

/** The session and id of a frame, for protocol calls about it: an out-of-process frame has a session of its own. */
export function frameIdentity(frame: Frame): { session: CDPSession; frameId: string } {
  if (!hasIdentity(frame)) throw new Error("This release of puppeteer hides the session of frames.");
  return { session: frame.client, frameId: frame._id };
}

function hasIdentity(frame: Frame): frame is Frame & { client: CDPSession; _id: string } {
  return "client" in frame && "_id" in frame && typeof frame._id === "string";
}
