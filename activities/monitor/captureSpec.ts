import type { Sealed } from "#schemas/common.ts";
import type { MonitorCapture, MonitorRecord } from "#schemas/monitor.ts";
import type { Cookie, RenderSpec } from "#schemas/render.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import { open } from "#vault/open.ts";
import type { CaptureRequest } from "../ports.ts";

/** How a monitor's page is captured, its secrets opened; nothing of this leaves the activity. */
export type MonitorCaptureRequest = {
  capture: MonitorCapture;
  request: Pick<CaptureRequest, "accountId" | "spec" | "headers" | "cookies">;
};

/** Opens what a monitor captures. Comparisons are lossless, so the picture is a PNG whatever is delivered. */
export function openCapture(keyRing: KeyRing, { _id, accountId, spec }: MonitorRecord): MonitorCaptureRequest {
  const reveal = (field: string, sealed: Sealed) => open(keyRing, sealed, { accountId, entityId: _id, field });
  const { captureSecrets: secrets } = spec;
  // The API sealed JSON of exactly these shapes, after validating it, and GCM proves that nobody changed it.
  const capture: MonitorCapture = JSON.parse(spec.capture);
  const headers: Record<string, string> =
    secrets.headers === undefined ? {} : JSON.parse(reveal("capture.headers", secrets.headers));
  const values: string[] =
    secrets.cookieValues === undefined ? [] : JSON.parse(reveal("capture.cookies", secrets.cookieValues));
  const clickSelectors: string[] =
    secrets.clickSelectors === undefined ? [] : JSON.parse(reveal("capture.clickSelectors", secrets.clickSelectors));
  const cookies = (capture.cookies ?? []).map((about, index): Cookie => ({ ...about, value: values[index] ?? "" }));
  const url = reveal("url", spec.url);
  return {
    capture,
    request: { accountId, headers, cookies, spec: toSpec(capture, { url, clickSelectors, sealedFor: _id }) },
  };
}

function toSpec(
  capture: MonitorCapture,
  { url, clickSelectors, sealedFor }: Pick<RenderSpec, "url" | "clickSelectors" | "sealedFor">,
): RenderSpec {
  const { device, scrollToElement } = capture;
  return {
    url,
    sealedFor,
    cache: false,
    timeout: capture.timeout ?? 30,
    waitUntil: capture.waitUntil ?? "load",
    viewport: { width: capture.width ?? 1280, height: capture.height ?? 720 },
    ...(device !== undefined && { device }),
    theme: capture.theme ?? "light",
    // Older records may hold anything in these and in scrollToElement: they were among the other properties once.
    blocking: {
      ads: capture.blockAds === true,
      cookieBanners: capture.blockCookieBanners === true,
      chatWidgets: capture.blockChatWidgets === true,
      popups: capture.blockPopups === true,
      accessibilityWidgets: capture.blockAccessibilityWidgets === true,
    },
    hideSelectors: capture.hideSelectors ?? [],
    clickSelectors,
    ...(typeof scrollToElement === "string" && scrollToElement !== "" && { scrollToElement }),
    screenshot: { format: "png", quality: 80, fullPage: capture.fullPage ?? true },
    extracts: [],
  };
}
