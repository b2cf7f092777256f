import type { ChildProcess } from "node:child_process";
import { type Browser, launch } from "puppeteer";
import { SettingsError } from "#schemas/validate.ts";
import { initialViewport } from "../capture/devices.ts";
import { type BrowserScratch, createBrowserScratch } from "./scratch.ts";

/** Switches every browser gets on top of puppeteer's own, each with its reason. */
const switches: ReadonlyArray<{ flag: string; why: string }> = [
  {
    flag: "--proxy-server=http://127.0.0.1:9",
    why: "A dead port: only contexts, which bring a job's own proxy, reach anything.",
  },
  {
    flag: "--proxy-bypass-list=<-loopback>",
    why: "Chromium otherwise goes around any proxy for loopback and link-local hosts.",
  },
  {
    flag: "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    why: "STUN and TURN would leave by UDP; full Chromium reads this name.",
  },
  {
    flag: "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    why: "The same; the headless shell reads only this name.",
  },
  { flag: "--disable-quic", why: "QUIC and WebTransport are UDP, which no proxy sees." },
  { flag: "--disable-domain-reliability", why: "No reports to third parties of what failed to load." },
  { flag: "--no-pings", why: "Hyperlink auditing is of no use to a picture." },
  { flag: "--disable-component-update", why: "Component scratch files fill the disk within hours." },
  {
    flag: "--accept-lang=en-US,en",
    why: "The headless shell's workers send no Accept-Language otherwise; pages have their own.",
  },
  { flag: "--no-default-browser-check", why: "Nothing to ask, nobody to answer." },
  {
    flag: "--disable-gpu",
    why: "Software compositing gives the same pixels on every machine and has no 16,384 px limit.",
  },
  {
    flag: "--blink-settings=imageAnimationPolicy=2",
    why: "Animated pictures (GIF, WebP, PNG, SVG) show their first state: two captures of one page are the same.",
  },
  {
    flag: "--disable-checker-imaging",
    why: "A frame is drawn when its images are decoded, not before: two captures of one page are the same.",
  },
  {
    flag: "--font-render-hinting=none",
    why: "Glyphs keep their positions whatever the machine's hinting settings are.",
  },
];

/** A window of the headless shell has no frame: its size is the pages' viewport. */
const windowSize = `--window-size=${initialViewport.width},${initialViewport.height}`;

const disabledFeatures: ReadonlyArray<{ name: string; why: string }> = [
  { name: "PaintHolding", why: "Holds the old page's pixels back after a navigation: a capture could show them." },
  { name: "HttpsUpgrades", why: "http:// must be rendered as http://." },
  {
    name: "BlockOriginHeaderModificationOnRedirect",
    why: "Since Chromium 149 it breaks redirects of requests whose headers were added.",
  },
];

const enabledFeatures: ReadonlyArray<{ name: string; why: string }> = [
  { name: "CDPScreenshotNewSurface", why: "A capture takes two thirds of the time, with the same bytes." },
  {
    name: "NetworkServiceInProcess2",
    why: "Its process has no sandbox on Linux anyway; without it a capture costs 3 % less processor time.",
  },
];

/** Puppeteer's own switches that hurt here. */
const unwantedDefaults = [
  // Navigation flooding by a hostile page must stay throttled.
  "--disable-ipc-flooding-protection",
  // Popups are of no use; the blocker is the first line, closing them the second.
  "--disable-popup-blocking",
];

/** Switches that would break the isolation or the egress boundary; refused wherever they come from. */
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
  /** The browser's binary itself, not a distribution's wrapper script. */
  executablePath: string;
  /** False only where the worker runs as root; adds --no-sandbox. */
  sandbox: boolean;
  /** What the browser says it is where no page says otherwise: in service workers. */
  userAgent?: string;
  /** Folder that holds the browsers' profiles and temporary files. */
  scratchDir: string;
  /** Operator's own switches, none of them forbidden. */
  extraArgs?: readonly string[];
  /** Environment of the browser process beside HOME, TMPDIR and the XDG folders; the worker's own is never passed on. */
  env?: Readonly<Record<string, string>>;
  /** Milliseconds a start may take. */
  launchTimeoutMs?: number;
};

/** A browser process with its scratch folder. */
export type LaunchedBrowser = {
  browser: Browser;
  process: ChildProcess;
  scratch: BrowserScratch;
  /** Whether new pages have the initial viewport without being told. */
  windowFits: boolean;
};

/** Throws when one of the operator's switches would break isolation or the egress boundary. */
export function refuseForbiddenSwitches(args: readonly string[]): void {
  const found = args.filter((arg) => forbiddenSwitches.has(arg.split("=", 1)[0] ?? arg));
  if (found.length > 0) {
    throw new Error(`Forbidden browser switches: ${found.join(", ")}.`);
  }
}

/** Every switch given to the browser beside puppeteer's own. */
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

/** Starts a browser over a pipe with its own profile, its own temporary folder and an empty environment. */
export async function launchBrowser(settings: LaunchSettings): Promise<LaunchedBrowser> {
  const args = browserArguments(settings);
  if (settings.sandbox && process.getuid?.() === 0) {
    // Chromium itself only exits, and the pipe says no more than that.
    throw new SettingsError(
      "Chromium has no sandbox as root: run the worker as another user or set WATCHFRAME_CHROME_SANDBOX=false.",
    );
  }
  const shell = /headless[-_]shell/u.test(settings.executablePath);
  const scratch = await createBrowserScratch(settings.scratchDir);
  try {
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
