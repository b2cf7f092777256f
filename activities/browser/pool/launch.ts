import type { ChildProcess } from "node:child_process";
import { type Browser, launch } from "puppeteer";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import { initialViewport } from "./devices.ts";
import { type BrowserScratch, createBrowserScratch } from "./scratch.ts";
import { copyTrustStore } from "./trustStore.ts";

/** Switches of every browser in addition to puppeteer's own. */
const switches: ReadonlyArray<{ flag: string; why: string }> = [
  {
    flag: "--proxy-server=http://127.0.0.1:9",
    why: "A dead port: only contexts reach the network, through their job's own proxy.",
  },
  {
    flag: "--proxy-bypass-list=<-loopback>",
    why: "Chromium otherwise bypasses the proxy for loopback and link-local hosts.",
  },
  {
    flag: "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    why: "STUN and TURN would use UDP past the proxy; full Chromium reads this name.",
  },
  {
    flag: "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    why: "Same as above; the headless shell reads only this name.",
  },
  { flag: "--disable-quic", why: "QUIC and WebTransport use UDP, which bypasses the proxy." },
  { flag: "--disable-domain-reliability", why: "Sends no reports of failed loads to third parties." },
  { flag: "--no-pings", why: "A capture has no use for hyperlink auditing." },
  { flag: "--disable-component-update", why: "Files of component updates fill the disk within hours." },
  {
    flag: "--accept-lang=en-US,en",
    why: "Workers of the headless shell otherwise send no Accept-Language; pages get theirs by override.",
  },
  { flag: "--no-default-browser-check", why: "Skips a check that has no use in a headless browser." },
  {
    flag: "--disable-gpu",
    why: "Software compositing gives the same pixels on every machine and has no 16,384 px limit.",
  },
  {
    flag: "--blink-settings=imageAnimationPolicy=2,defaultTextEncodingName=UTF-8",
    why:
      "Animated images (GIF, WebP, PNG, SVG) show their first frame, so captures are reproducible. UTF-8 without a " +
      "charset is read as such; Chromium still detects the older encodings before it takes this default.",
  },
  {
    flag: "--disable-smooth-scrolling",
    why: "Pages that scroll by themselves arrive at once. The begin of a smooth scroll cannot be seen, so captures were early.",
  },
  {
    flag: "--disable-checker-imaging",
    why: "A frame is drawn only after its images are decoded, so captures are reproducible.",
  },
  {
    flag: "--font-render-hinting=none",
    why: "Glyph positions do not depend on the machine's hinting settings.",
  },
];

/** A window of the headless shell has no frame, so its size is the viewport of new pages. */
const windowSize = `--window-size=${initialViewport.width},${initialViewport.height}`;

const disabledFeatures: ReadonlyArray<{ name: string; why: string }> = [
  { name: "PaintHolding", why: "Keeps the old page's pixels after a navigation, and a capture could show them." },
  { name: "HttpsUpgrades", why: "http:// must be rendered as http://." },
  {
    name: "BlockOriginHeaderModificationOnRedirect",
    why: "Since Chromium 149 it breaks redirects of requests with added headers.",
  },
];

const enabledFeatures: ReadonlyArray<{ name: string; why: string }> = [
  { name: "CDPScreenshotNewSurface", why: "A capture takes two thirds of the time and gives the same bytes." },
  {
    name: "NetworkServiceInProcess2",
    why: "The network process has no sandbox on Linux; running it in-process saves 3 % of processor time.",
  },
];

/** Default switches of puppeteer that are removed. */
const unwantedDefaults = [
  // Chromium must throttle a hostile page that floods navigations.
  "--disable-ipc-flooding-protection",
  // Chromium's popup blocker runs first; the job page closes popups it lets through.
  "--disable-popup-blocking",
];

/** Switches that would break isolation or the egress boundary. They are refused from every source. */
const forbiddenSwitches: ReadonlySet<string> = new Set([
  "--no-sandbox",
  "--disable-setuid-sandbox",
  "--disable-web-security",
  "--disable-site-isolation-trials",
  "--single-process",
  "--ignore-certificate-errors",
  "--ignore-certificate-errors-spki-list",
  "--allow-file-access",
  "--allow-file-access-from-files",
  "--allow-running-insecure-content",
  "--remote-debugging-port",
  "--remote-debugging-address",
  "--proxy-server",
  "--proxy-bypass-list",
  "--proxy-pac-url",
  "--proxy-auto-detect",
  "--no-proxy-server",
  "--host-resolver-rules",
  "--user-agent",
  "--user-data-dir",
  "--window-size",
  "--webrtc-ip-handling-policy",
  "--force-webrtc-ip-handling-policy",
  "--enable-quic",
  "--origin-to-force-quic-on",
]);

/** How to start a browser. */
export type LaunchSettings = {
  /** Path of the browser's binary, not of a distribution's wrapper script. */
  executablePath: string;
  /** False only where the worker runs as root; adds --no-sandbox. */
  sandbox: boolean;
  /** User agent of service workers; pages override it. */
  userAgent?: string;
  /** Folder of the browsers' profiles and temporary files. */
  scratchDir: string;
  /** Switches set by the operator. A forbidden one is refused. */
  extraArgs?: readonly string[];
  /** Environment of the browser beside HOME, TMPDIR and the XDG folders. The worker's own is never passed on. */
  env?: Readonly<Record<string, string>>;
  /** Folder of a trust store (`createTrustStore`). Missing: Chromium's own authorities alone. */
  trustStore?: string | undefined;
  /** Timeout of a start; default 20,000 ms. */
  launchTimeoutMs?: number;
};

/** A browser process with its scratch folder. */
export type LaunchedBrowser = {
  browser: Browser;
  process: ChildProcess;
  scratch: BrowserScratch;
  /** Whether new pages already have the initial viewport. */
  windowFits: boolean;
};

/** @throws Error when a switch would break isolation or the egress boundary. */
export function refuseForbiddenSwitches(args: readonly string[]): void {
  const found = args.filter((arg) => forbiddenSwitches.has(arg.split("=", 1)[0] ?? arg));
  if (found.length > 0) {
    throw new Error(`Forbidden browser switches: ${found.join(", ")}.`);
  }
}

/**
 * All switches for the browser except puppeteer's own.
 * @throws Error when an operator's switch is forbidden.
 */
export function browserArguments(settings: Pick<LaunchSettings, "sandbox" | "extraArgs" | "userAgent">): string[] {
  const extra = settings.extraArgs ?? [];
  refuseForbiddenSwitches(extra);
  return [
    ...switches.map(({ flag }) => flag),
    windowSize,
    `--disable-features=${disabledFeatures.map(({ name }) => name).join(",")}`,
    `--enable-features=${enabledFeatures.map(({ name }) => name).join(",")}`,
    ...(settings.sandbox ? [] : ["--no-sandbox"]),
    ...(settings.userAgent === undefined ? [] : [`--user-agent=${settings.userAgent}`]),
    ...extra,
  ];
}

/**
 * Starts a browser over a pipe with its own profile, temporary folder and minimal environment.
 * @throws SettingsError when the sandbox is on and the process runs as root.
 */
export async function launchBrowser(settings: LaunchSettings): Promise<LaunchedBrowser> {
  const args = browserArguments(settings);
  if (settings.sandbox && process.getuid?.() === 0) {
    // Chromium would exit, and puppeteer would report only a closed pipe.
    throw new SettingsError(
      "Chromium can't use its sandbox as root: run the worker as another user or set WATCHFRAME_CHROME_SANDBOX=false.",
    );
  }
  const shell = /headless[-_]shell/u.test(settings.executablePath);
  const scratch = await createBrowserScratch(settings.scratchDir);
  try {
    if (settings.trustStore !== undefined) await copyTrustStore(settings.trustStore, scratch.home);
    const browser = await launch({
      executablePath: settings.executablePath,
      args,
      ignoreDefaultArgs: unwantedDefaults,
      env: { ...scratch.env, ...settings.env },
      userDataDir: scratch.profile,
      headless: shell ? "shell" : true,
      pipe: true,
      defaultViewport: null,
      issuesEnabled: false,
      waitForInitialPage: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: settings.launchTimeoutMs ?? 20_000,
    });
    const child = browser.process();
    if (child === null) {
      throw new Error("The browser started without a process.");
    }
    return { browser, process: child, scratch, windowFits: shell };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}
