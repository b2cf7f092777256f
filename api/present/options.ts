import type { JobRecord, ShownOptions } from "#schemas/job.ts";
import { type ExtractName } from "#schemas/outputs.ts";

/** A job's options as they are shown: what the contract names them, defaults applied, write-only ones left out. */
export function presentOptions({ spec, priority }: JobRecord): ShownOptions {
  const { device, scrollToElement, screenshot, storage } = spec;
  return {
    timeout: spec.timeout,
    waitUntil: spec.waitUntil,
    ...spec.viewport,
    ...(device !== undefined && { device }),
    theme: spec.theme,
    blockCookieBanners: spec.blocking.cookieBanners,
    blockAds: spec.blocking.ads,
    blockChatWidgets: spec.blocking.chatWidgets,
    blockPopups: spec.blocking.popups,
    blockAccessibilityWidgets: spec.blocking.accessibilityWidgets,
    hideSelectors: spec.hideSelectors,
    clickSelectors: spec.clickSelectors,
    ...(scrollToElement !== undefined && { scrollToElement }),
    priority,
    store: storage !== undefined,
    screenshot: screenshot !== null,
    ...screenshot,
    ...presentExtracts(spec.extracts),
  };
}

function presentExtracts(extracts: readonly ExtractName[]): ShownOptions {
  return {
    extractMetadata: extracts.includes("metadata"),
    extractMarkdown: extracts.includes("markdown"),
    extractHtml: extracts.includes("html"),
    extractLinks: extracts.includes("links"),
    extractImages: extracts.includes("images"),
    extractVideos: extracts.includes("videos"),
    extractFonts: extracts.includes("fonts"),
    extractColors: extracts.includes("colors"),
    extractStructure: extracts.includes("structure"),
    extractDesign: extracts.includes("design"),
  };
}
