import type { Page } from "puppeteer";
import type { Emulation } from "#schemas/renders/render.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { deviceUserAgent, type JobPage, overrideUserAgent, type UserAgent } from "../pool/jobPage.ts";

/** Shows the page the visitor that the job asks for. Sends only what differs from a fresh page. */
export function emulateVisitor(
  jobPage: JobPage,
  { theme, emulation = {} }: Pick<RenderSpec, "theme" | "emulation">,
  { url, deviceAgent }: { url: URL; deviceAgent: string | undefined },
): Array<Promise<unknown>> {
  const { session, page } = jobPage;
  const { locale, timezone, geolocation, media } = emulation;
  const agent = chooseAgent(emulation.userAgent, deviceAgent);
  const features = mediaFeatures({ theme, emulation });
  return [
    ...(agent === null && locale === undefined
      ? []
      : [overrideUserAgent(session, agent ?? jobPage.userAgent, locale && languagesOf(locale))]),
    ...(locale === undefined ? [] : [session.send("Emulation.setLocaleOverride", { locale })]),
    ...(timezone === undefined ? [] : [session.send("Emulation.setTimezoneOverride", { timezoneId: timezone })]),
    ...(geolocation === undefined ? [] : [showPlace(page, url, geolocation)]),
    ...(features.length === 0 && media === undefined
      ? []
      : [session.send("Emulation.setEmulatedMedia", { ...(media !== undefined && { media }), features })]),
  ];
}

/**
 * Shows the page as on paper, unless the job asks for another medium. Pages load what only paper shows, and the browser does
 * not wait for all of it when it prints.
 */
export async function emulatePaper(
  { session, world }: JobPage,
  spec: Pick<RenderSpec, "theme" | "emulation">,
): Promise<void> {
  if (spec.emulation?.media !== undefined) return;
  await session.send("Emulation.setEmulatedMedia", { media: "print", features: mediaFeatures(spec) });
  // The page's scripts are told with the next frame.
  await world.call(drawFrames);
}

/** Resolves after two frames. Runs in the page. */
function drawFrames(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

function mediaFeatures({ theme, emulation = {} }: Pick<RenderSpec, "theme" | "emulation">) {
  return [
    ...(theme === "light" ? [] : [{ name: "prefers-color-scheme", value: theme }]),
    ...(emulation.reducedMotion === true ? [{ name: "prefers-reduced-motion", value: "reduce" }] : []),
  ];
}

/** The user agent to send; null for the browser's own. Client hints would contradict a caller's user agent. */
function chooseAgent(given: string | undefined, deviceAgent: string | undefined): UserAgent | null {
  if (given !== undefined) return { userAgent: given };
  return deviceAgent === undefined ? null : deviceUserAgent(deviceAgent);
}

/** Preferred languages, for `Accept-Language`: the locale, and its language alone. */
function languagesOf(locale: string): string {
  const [language = locale] = locale.split("-");
  return [...new Set([locale, language])].join(",");
}

/** Grants the location to the page's origin and sets it. */
async function showPlace(page: Page, url: URL, place: NonNullable<Emulation["geolocation"]>): Promise<void> {
  await page.browserContext().overridePermissions(url.origin, ["geolocation"]);
  await page.setGeolocation(place);
}
