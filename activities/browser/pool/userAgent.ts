import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { CDPSession, Protocol } from "puppeteer";

/** A user agent with the client hints that go with it. */
export type UserAgent = { userAgent: string; userAgentMetadata?: Protocol.Emulation.UserAgentMetadata };

/** The user agent of a browser of this version on a desktop; neither the string nor the hints say that it is headless. */
export function plainUserAgent(version: string): UserAgent {
  const major = version.split(".", 1)[0] ?? version;
  return {
    // Real browsers tell their major version only.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    userAgentMetadata: hints(version, { platform: "Linux", mobile: false, model: "" }),
  };
}

/** A device's user agent; Chrome on Android also sends hints, Safari does not. */
export function deviceUserAgent(userAgent: string): UserAgent {
  const version = /Android.* Chrome\/([\d.]+)/u.exec(userAgent)?.[1];
  if (version === undefined) return { userAgent };
  const mobile = userAgent.includes("Mobile");
  const model = /Android [^;)]*; ([^;)]+?)(?: Build|[;)])/u.exec(userAgent)?.[1] ?? "";
  return { userAgent, userAgentMetadata: hints(version, { platform: "Android", mobile, model }) };
}

/**
 * Makes a page send this user agent. By the page's own session rather than puppeteer's call, which would leave out
 * Accept-Language: the headless shell then sends none, as no real browser does.
 */
export async function overrideUserAgent(session: CDPSession, agent: UserAgent): Promise<void> {
  await session.send("Emulation.setUserAgentOverride", { ...agent, acceptLanguage: "en-US,en" });
}

function hints(
  fullVersion: string,
  of: { platform: string; mobile: boolean; model: string },
): Protocol.Emulation.UserAgentMetadata {
  const major = fullVersion.split(".", 1)[0] ?? fullVersion;
  return {
    // The first brand is the "grease" that real browsers send so that sites don't rely on the list's form.
    brands: [
      { brand: "Not?A_Brand", version: "24" },
      { brand: "Chromium", version: major },
    ],
    fullVersionList: [
      { brand: "Not?A_Brand", version: "24.0.0.0" },
      { brand: "Chromium", version: fullVersion },
    ],
    platform: of.platform,
    platformVersion: "",
    architecture: of.mobile ? "" : "x86",
    bitness: of.mobile ? "" : "64",
    model: of.model,
    mobile: of.mobile,
  };
}

const run = promisify(execFile);

/** Version of a browser's binary, `156.0.8078.79`; rejects with what the binary says when it can't run at all. */
export async function browserVersion(executablePath: string): Promise<string> {
  const { stdout } = await run(executablePath, ["--version"], { env: {}, timeout: 20_000 });
  const version = /\d+(?:\.\d+){3}/u.exec(stdout)?.[0];
  if (version === undefined)
    throw new Error(
      `Expected a browser's version from ${executablePath}, got ${JSON.stringify(stdout.slice(0, 100))}.`,
    );
  return version;
}
