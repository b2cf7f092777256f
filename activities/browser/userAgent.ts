import type { Browser, Protocol } from "puppeteer";

/** A user agent with the client hints that go with it. */
export type UserAgent = { userAgent: string; userAgentMetadata?: Protocol.Emulation.UserAgentMetadata };

/** The browser's own user agent, of which neither the string nor the hints say that it is headless. */
export async function plainUserAgent(browser: Browser): Promise<UserAgent> {
  const [userAgent, version] = await Promise.all([browser.userAgent(), browser.version()]);
  const fullVersion = version.split("/", 2)[1] ?? "0.0.0.0";
  return {
    // Real browsers tell their major version only.
    userAgent: userAgent.replace(/HeadlessChrome\/(\d+)[\d.]*/u, "Chrome/$1.0.0.0"),
    userAgentMetadata: hints(fullVersion, { platform: "Linux", mobile: false, model: "" }),
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
