import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Frame,
  type Page,
  type Protocol,
  type Target,
  TargetType,
} from "puppeteer";
import type { JobProxy } from "#egress/jobProxy.ts";
import type { Logger } from "#telemetry/logger.ts";
import { silenceFloods } from "./consoleFlood.ts";
import { initialViewport } from "./devices.ts";
import { createIsolatedWorld, type IsolatedWorld } from "../inPage/world.ts";

/** A user agent string and its client hints. */
export type UserAgent = { userAgent: string; userAgentMetadata?: Protocol.Emulation.UserAgentMetadata };

/** Desktop user agent of the given Chromium version. Neither the string nor the hints mention headless mode. */
export function plainUserAgent(version: string): UserAgent {
  const major = version.split(".", 1)[0] ?? version;
  return {
    // Chrome sends only its major version in the user agent.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    userAgentMetadata: hints(version, { platform: "Linux", mobile: false, model: "" }),
  };
}

/** User agent of a device. Only Chrome on Android also sends client hints. */
export function deviceUserAgent(userAgent: string): UserAgent {
  const version = /Android.* Chrome\/([\d.]+)/u.exec(userAgent)?.[1];
  if (version === undefined) return { userAgent };
  const mobile = userAgent.includes("Mobile");
  const model = /Android [^;)]*; ([^;)]+?)(?: Build|[;)])/u.exec(userAgent)?.[1] ?? "";
  return { userAgent, userAgentMetadata: hints(version, { platform: "Android", mobile, model }) };
}

/**
 * Makes a page send this user agent.
 * Puppeteer's own call omits Accept-Language, and the headless shell would then send none.
 */
export async function overrideUserAgent(
  session: CDPSession,
  agent: UserAgent,
  acceptLanguage = "en-US,en",
): Promise<void> {
  await session.send("Emulation.setUserAgentOverride", { ...agent, acceptLanguage });
}

function hints(
  fullVersion: string,
  device: { platform: string; mobile: boolean; model: string },
): Protocol.Emulation.UserAgentMetadata {
  const major = fullVersion.split(".", 1)[0] ?? fullVersion;
  return {
    // The first brand is GREASE: browsers add it so that sites don't depend on the list's order.
    brands: [
      { brand: "Not?A_Brand", version: "24" },
      { brand: "Chromium", version: major },
    ],
    fullVersionList: [
      { brand: "Not?A_Brand", version: "24.0.0.0" },
      { brand: "Chromium", version: fullVersion },
    ],
    platform: device.platform,
    platformVersion: "",
    architecture: device.mobile ? "" : "x86",
    bitness: device.mobile ? "" : "64",
    model: device.model,
    mobile: device.mobile,
  };
}

const run = promisify(execFile);

/**
 * Version of a browser's binary, such as `156.0.8078.79`.
 * @throws Error when the binary can't run or prints no version.
 */
export async function browserVersion(executablePath: string): Promise<string> {
  const { stdout } = await run(executablePath, ["--version"], { env: {}, timeout: 20_000 });
  const version = /\d+(?:\.\d+){3}/u.exec(stdout)?.[0];
  if (version === undefined)
    throw new Error(
      `Expected a browser's version from ${executablePath}, got ${JSON.stringify(stdout.slice(0, 100))}.`,
    );
  return version;
}

/** A blank page with its own browser context and its own proxy. It serves one job and is then discarded. */
export type JobPage = {
  page: Page;
  session: CDPSession;
  world: IsolatedWorld;
  mainFrameId: string;
  /** Its user agent without an override. */
  userAgent: UserAgent;
  proxy: JobProxy;
  /** False once the page crashed or closed, or its browser disconnected. */
  usable(): boolean;
  /** Closes the context and the proxy. Resolves to false when the context did not close in time. */
  dispose(): Promise<boolean>;
};

export type JobPageOptions = {
  browser: Browser;
  openProxy(): Promise<JobProxy>;
  userAgent: UserAgent;
  /** Whether a new page already has the initial viewport. Setting it on each page would cost a layout. */
  windowFits: boolean;
  logger: Logger;
};

/** Time for a context to close. A healthy browser needs 30 ms, even for a spinning renderer. */
const maxCloseMs = 2_000;

/** Dialogs a page may open before its script is terminated. Chosen by eye. */
const maxDialogs = 10;

/**
 * Opens a page for a job: initial viewport, plain user agent, dialogs dismissed except those that ask whether to leave, popups closed, downloads denied.
 * @throws Error when the browser disconnects or the context can't be set up; context and proxy are then closed.
 */
export async function openJobPage(options: JobPageOptions): Promise<JobPage> {
  const proxy = await options.openProxy();
  let context: BrowserContext | null = null;
  try {
    context = await options.browser.createBrowserContext({
      proxyServer: proxy.url,
      proxyBypassList: ["<-loopback>"],
      downloadBehavior: { policy: "deny" },
    });
    return await raceDisconnect(options.browser, setUpPage(context, proxy, options));
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
  dismissDialogsAndPopups(page, session, options.logger);
  silenceFloods(session, options.logger);
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
    userAgent: options.userAgent,
    proxy,
    usable: () => !crashed && !page.isClosed() && options.browser.connected,
    dispose: () => dispose(context, proxy, options.logger),
  };
}

/** Rejects when the browser disconnects. Puppeteer itself waits 30 s for a new page of a dead browser. */
async function raceDisconnect<Value>(browser: Browser, work: Promise<Value>): Promise<Value> {
  const { promise: disconnected, reject } = Promise.withResolvers<never>();
  const onDisconnected = () => reject(new Error("The browser disconnected."));
  // on(), because off() can't remove a listener added with once().
  browser.on("disconnected", onDisconnected);
  if (!browser.connected) onDisconnected();
  try {
    return await Promise.race([work, disconnected]);
  } finally {
    browser.off("disconnected", onDisconnected);
  }
}

/** A dialog would block the page, and a popup would cost memory. */
function dismissDialogsAndPopups(page: Page, session: CDPSession, logger: Logger): void {
  const ignore = (error: unknown) => logger.debug({ err: error }, "a dialog or popup was already closed");
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs += 1;
    // Ends a script that opens dialogs in a loop. Takes effect once the dialog is dismissed.
    if (dialogs > maxDialogs) session.send("Runtime.terminateExecution").catch(ignore);
    // A page that asks whether to leave it is left, as a visitor would who clicks or opens an address.
    const closing = dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss();
    closing.catch(ignore);
  });
  const close = async (target: Target) => {
    const popup = target.type() === TargetType.PAGE && target !== page.target() ? await target.page() : null;
    await popup?.close();
  };
  // The page's own "popup" event does not report popups without an opener.
  page.browserContext().on("targetcreated", (target) => void close(target).catch(ignore));
}

async function dispose(context: BrowserContext, proxy: JobProxy, logger: Logger): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), maxCloseMs);
  const closing = context.close().then(
    () => true,
    (error: unknown) => {
      // A dead browser has no contexts left. A live one that refuses must be replaced.
      logger.debug({ err: error }, "the context did not close");
      return !context.browser().connected;
    },
  );
  try {
    return await Promise.race([closing, late]);
  } finally {
    clearTimeout(timer);
    // After the context, so that the page can't retry the connections the proxy cuts.
    await proxy.close();
  }
}

/**
 * The session by which puppeteer drives the page; its types hide it.
 * A second session would not see the first one's emulation: a page at scale 2 would be captured at scale 1.
 */
function pageSession(page: Page): CDPSession {
  if (!hasClient(page)) throw new Error("This release of puppeteer does not expose the page's session.");
  return page._client();
}

function hasClient(page: Page): page is Page & { _client(): CDPSession } {
  return "_client" in page && typeof page._client === "function";
}

/** Session and id of a frame for protocol calls. An out-of-process frame has its own session. */
export function frameIdentity(frame: Frame): { session: CDPSession; frameId: string } {
  if (!hasIdentity(frame)) throw new Error("This release of puppeteer does not expose the session of frames.");
  return { session: frame.client, frameId: frame._id };
}

function hasIdentity(frame: Frame): frame is Frame & { client: CDPSession; _id: string } {
  return "client" in frame && "_id" in frame && typeof frame._id === "string";
}
