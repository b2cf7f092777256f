import {
  type Artifact,
  canConnect,
  findArtifact,
  findOnPath,
  getArtifact,
  isExecutable,
  note,
  ProvisionError,
} from "./artifact.ts";
import { type ProvisionContext, runCommand } from "./context.ts";
import { type DebianPrograms, installWithApt } from "./debian.ts";

/** The build that the pinned puppeteer release is tested with. */
const buildId = "156.0.8078.47";
const help =
  "Help: set CHROME_PATH to a chrome-headless-shell, Chrome or Chromium binary, or install one " +
  "(Debian: apt-get install chromium-headless-shell).";

/** The library of downloads and of usual places. Most starts need neither, and it would stay in memory. */
const downloader = () => import("@puppeteer/browsers");

/** The binary itself: Debian's wrapper script adds flags. The shell costs a fifth of full Chromium. */
const debianShell = "/usr/lib/chromium/chromium-headless-shell";
const debianBrowser: DebianPrograms = {
  name: "browser",
  packages: ["chromium-headless-shell", "fonts-liberation", "fonts-dejavu-core"],
  async find(context) {
    if (!(await isExecutable(debianShell))) return undefined;
    await versionOf(debianShell, context);
    return debianShell;
  },
};

const downloadedShell: Artifact = {
  name: "chrome-headless-shell",
  version: buildId,
  onPath: [],
  sources: [
    {
      title: `downloading chrome-headless-shell ${buildId}`,
      async fetch(directory, context) {
        await canConnect("storage.googleapis.com", 443, context);
        const { Browser, install } = await downloader();
        const installation = await install({
          cacheDir: directory,
          browser: Browser.CHROMEHEADLESSSHELL,
          buildId,
        });
        // A bare system lacks its shared libraries; then the next source is tried.
        await versionOf(installation.executablePath, context);
        return installation.executablePath;
      },
    },
  ],
};

/** Path of a Chromium that starts: from CHROME_PATH, installed, cached, downloaded or from apt-get. */
export async function provisionBrowser(context: ProvisionContext): Promise<string> {
  const named = context.env["WATCHFRAME_CHROME_PATH"] || context.env["CHROME_PATH"];
  if (named) {
    context.onLine(`browser: using CHROME_PATH ${named}, ${await versionOf(named, context)}`);
    return named;
  }
  const attempts: string[] = [];
  const found =
    (await findInstalled(context, attempts)) ??
    (await findArtifact(downloadedShell, context, attempts)) ??
    (await getArtifact(downloadedShell, context, attempts)) ??
    (await installWithApt(debianBrowser, context, attempts));
  if (!found) throw new ProvisionError("a Chromium", attempts, help);
  return found;
}

async function findInstalled(context: ProvisionContext, attempts: string[]): Promise<string | undefined> {
  for await (const candidate of candidates(context)) {
    if (candidate === undefined || !(await isExecutable(candidate))) continue;
    try {
      context.onLine(`browser: using ${candidate}, ${await versionOf(candidate, context)}`);
      return candidate;
    } catch (error) {
      note(attempts, { title: candidate, error, context });
    }
  }
  attempts.push("no chrome-headless-shell, Chrome or Chromium is installed");
  return undefined;
}

/** The places to look at, the best first. */
async function* candidates(context: ProvisionContext): AsyncGenerator<string | undefined> {
  yield findOnPath(["chrome-headless-shell"], context);
  yield debianShell;
  yield systemChrome();
  yield findOnPath(["google-chrome-stable", "google-chrome"], context);
  yield "/usr/lib/chromium/chromium";
  yield findOnPath(["chromium", "chromium-browser"], context);
}

async function systemChrome(): Promise<string | undefined> {
  const { Browser, ChromeReleaseChannel, computeSystemExecutablePath } = await downloader();
  try {
    return computeSystemExecutablePath({ browser: Browser.CHROME, channel: ChromeReleaseChannel.STABLE });
  } catch {
    // The library throws if there is none.
    return undefined;
  }
}

async function versionOf(executable: string, context: ProvisionContext): Promise<string> {
  const { env, signal } = context;
  return (await runCommand({ file: executable, args: ["--version"], env, signal })).trim();
}
