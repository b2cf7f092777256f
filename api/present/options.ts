import type { JobRecord, ShownOptions } from "#schemas/job.ts";
import type { ExtractName } from "#schemas/outputs.ts";
import type { StorageTarget } from "#schemas/storage.ts";

/** A job's options as they are shown: what the contract names them, defaults applied, write-only ones left out. */
export function presentOptions({ spec, priority }: Pick<JobRecord, "spec" | "priority">): ShownOptions {
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
    cache: spec.cache,
    store: storage !== undefined,
    ...(storage !== undefined && presentStorage(storage)),
    screenshot: screenshot !== null,
    ...screenshot,
    ...presentExtracts(spec.extracts),
  };
}

function presentStorage(storage: StorageTarget): ShownOptions {
  return {
    storage_provider: storage.provider,
    storage_path: storage.path,
    storage_bucket: storage.bucket,
    storage_endpoint: storage.endpoint,
    storage_region: storage.region,
    ...(storage.publicBase !== undefined && { storage_public_domain: storage.publicBase }),
    storage_return_location: storage.returnLocation,
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
