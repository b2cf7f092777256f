import { givenOf, keysOf } from "../common.ts";
import { type optionsIn, standardOf } from "../options/index.ts";
import type { cacheOptions } from "../options/delivery.ts";
import { page } from "../options/page.ts";
import { picture } from "../options/picture.ts";
import { requests } from "../options/requests.ts";
import { visitor } from "../options/visitor.ts";
import { blockFlags, type Blocking } from "./blocking.ts";
import { viewportOf } from "./devices.ts";
import type { Emulation, RenderRequest, RenderSpec, ScreenshotSpec } from "./render.ts";

/** Options of a page that a capture takes, whatever it belongs to. Its secrets are sealed apart. */
type PageChoices = Partial<
  Omit<
    Pick<RenderRequest, "pdf" | keyof ReturnType<typeof optionsIn<"comparison">>>,
    "cookies" | "headers" | "httpAuth"
  >
>;

/** The part of a capture's effective options that says how its page is opened. */
type PageSpec = Omit<
  RenderSpec,
  | "url"
  | "sealedFor"
  | "cache"
  | keyof typeof cacheOptions
  | "headers"
  | "cookies"
  | "texts"
  | "secretNames"
  | "screenshot"
  | "pdf"
  | "recording"
  | "extracts"
  | "crawl"
  | "storage"
>;

/** How a page is opened. An option without a value here is left out at its default. */
export function pageSpecOf(request: PageChoices): PageSpec {
  const { device } = request;
  const emulation = emulationOf(request);
  return {
    ...chosenOf(request, [...keysOf(page), ...keysOf(requests)]),
    timeout: request.timeout ?? 30,
    waitUntil: request.waitUntil ?? "load",
    hideSelectors: request.hideSelectors ?? [],
    clickSelectors: request.clickSelectors ?? [],
    viewport:
      device === undefined ? { width: request.width ?? 1280, height: request.height ?? 720 } : viewportOf(device),
    ...(device !== undefined && { device }),
    theme: request.theme ?? "light",
    blocking: blockingOf(request),
    ...(Object.keys(emulation).length > 0 && { emulation }),
  };
}

/** The picture of a request. */
export function screenshotOf(request: Pick<RenderRequest, keyof typeof picture>): ScreenshotSpec {
  const { format = "jpg", quality = 80, fullPage = false } = request;
  return { ...chosenOf(request, keysOf(picture)), format, quality, fullPage };
}

/** The headers that a page gets, with the one that `httpAuth` stands for (RFC 7617). */
export function headersOf({
  headers = {},
  httpAuth,
}: Partial<Pick<RenderRequest, "headers" | "httpAuth">>): Record<string, string> {
  if (httpAuth === undefined) return headers;
  const credentials = Buffer.from(`${httpAuth.username}:${httpAuth.password}`).toString("base64");
  return { ...headers, Authorization: `Basic ${credentials}` };
}

/** The options of these names that differ from their defaults. */
function chosenOf<Options extends object, Name extends keyof Options & string>(
  options: Options,
  names: readonly Name[],
): Partial<Pick<Options, Name>> {
  return givenOf(
    options,
    names.filter((name) => options[name] !== standardOf(name)),
  );
}

function blockingOf(request: PageChoices): Blocking {
  const blocking: Blocking = {
    ads: false,
    cookieBanners: false,
    chatWidgets: false,
    popups: false,
    accessibilityWidgets: false,
  };
  for (const kind of keysOf(blockFlags)) blocking[kind] = request[blockFlags[kind]] ?? false;
  return blocking;
}

/** The options of the visitor that differ from the defaults. */
function emulationOf(request: Emulation & Pick<PageChoices, "pdf">): Emulation {
  const { locale, media, pdf } = request;
  return {
    ...chosenOf(request, ["deviceScaleFactor", ...keysOf(visitor)]),
    ...(locale !== undefined && { locale: canonicalLocale(locale) }),
    // A PDF is printed with the styles for paper unless the caller wants those of the screen.
    ...(media === "screen" && pdf !== undefined && { media }),
  };
}

function canonicalLocale(locale: string): string {
  return Intl.getCanonicalLocales(locale)[0] ?? locale;
}
