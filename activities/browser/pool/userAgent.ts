import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { CDPSession, Protocol } from "puppeteer";

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
export async function overrideUserAgent(session: CDPSession, agent: UserAgent): Promise<void> {
  await session.send("Emulation.setUserAgentOverride", { ...agent, acceptLanguage: "en-US,en" });
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
