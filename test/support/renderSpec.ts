import type { RenderSpec } from "#schemas/renders/render.ts";

/** The effective options of a plain request, where a test does not give others. */
export function renderSpec(given: Partial<RenderSpec> & Pick<RenderSpec, "sealedFor">): RenderSpec {
  return {
    url: "https://example.com/",
    cache: false,
    timeout: 30,
    waitUntil: "load",
    viewport: { width: 1280, height: 720 },
    theme: "light",
    blocking: { ads: false, cookieBanners: false, chatWidgets: false, popups: false, accessibilityWidgets: false },
    hideSelectors: [],
    clickSelectors: [],
    screenshot: { format: "jpg", quality: 80, fullPage: false },
    extracts: [],
    ...given,
  };
}
