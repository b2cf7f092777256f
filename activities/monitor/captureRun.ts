import { Context } from "@temporalio/activity";
import sharp from "sharp";
import type { ObjectStore } from "#data/objects.ts";
import type { Sealed } from "#schemas/common.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { Cookie, RenderSpec } from "#schemas/renders/render.ts";
import type { RunCapture } from "#schemas/monitor/run.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import { open } from "#vault/open.ts";
import { cutChars } from "../cut.ts";
import { RenderFailure, willRetry } from "../failures.ts";
import type { ActivityPorts, CapturedPage, CapturedScreenshot, CaptureRequest } from "../ports.ts";
import { readMonitor } from "../projections/monitors.ts";
import { comparesRegions, monitorProbe, readProbed, selectorsOf } from "./monitorProbe.ts";
import { storeText } from "./pageText.ts";
import { putList, putPicture } from "./runObjects.ts";

/** Input of `captureRun`. */
export type CaptureRunInput = { runId: string; monitorId: string };

/** The result of a capture. `captureRev` is the revision of the monitor that it used. */
export type CapturedRun = RunCapture & { captureRev: number };

/**
 * Captures a monitor's page. It stores a lossless picture, the delivered picture and, if requested, the page's regions,
 * the boxes of ignored elements and the text.
 * A retry is safe: keys contain the content's hash, and only the last result is recorded.
 */
export async function captureRun(ports: ActivityPorts, input: CaptureRunInput): Promise<CapturedRun> {
  const { runId, monitorId } = input;
  const context = Context.current();
  const heartbeat = setInterval(() => context.heartbeat(), 1_000);
  try {
    const monitor = await readMonitor(ports.database, monitorId);
    const { capture, request } = openCapture(ports.keyRing, monitor);
    const signal = context.cancellationSignal;
    const probe = monitorProbe(capture);
    const { accountId, spec } = request;
    const { host } = monitor.spec;
    const waitForTurn = () => ports.navigationGate.waitForTurn(host, { signal, delayMs: 0 });
    const slot = { accountId, host, leaseId: runId };
    const captured = await ports.captureSlots.run({ ...slot, seconds: spec.timeout, keeps: willRetry }, async () => {
      return ports.capture.capture(
        { jobId: runId, ...request, texts: {}, probe },
        { signal, onStage: () => undefined, waitForTurn },
      );
    });
    const stored = await storeCapture(ports.objects, runId, { captured, capture });
    return { ...stored, captureRev: monitor.captureRev };
  } finally {
    clearInterval(heartbeat);
  }
}

type CaptureToStore = { captured: CapturedPage; capture: MonitorCapture };

async function storeCapture(
  objects: ObjectStore,
  runId: string,
  { captured, capture }: CaptureToStore,
): Promise<Omit<CapturedRun, "captureRev">> {
  const { screenshot, page } = captured;
  if (screenshot === null) throw new RenderFailure("internal_error");
  const { format = "jpg", quality = 80, ignoreRegions = [] } = capture;
  const { regions, elements, text } = readProbed(captured.probed);
  const [lossless, delivered, regionsKey, elementsKey, storedText] = await Promise.all([
    putPicture(objects, runId, { ...screenshot, name: "capture" }),
    format === "png"
      ? null
      : putPicture(objects, runId, { ...(await toJpeg(screenshot, quality)), name: "screenshot" }),
    comparesRegions(capture) ? putList(objects, runId, { name: "regions", list: regions }) : null,
    selectorsOf(ignoreRegions).length > 0 ? putList(objects, runId, { name: "elements", list: elements }) : null,
    capture.text === true
      ? storeText(objects, runId, { probed: text, isElement: capture.selector !== undefined })
      : null,
  ]);
  const { statusCode, title, contentType } = page;
  return {
    lossless,
    screenshot: delivered ?? lossless,
    regionsKey,
    ...(elementsKey !== null && { elementsKey }),
    ...(storedText !== null && { text: storedText }),
    page: { statusCode, title: cutChars(title, 500), contentType },
  };
}

async function toJpeg(picture: CapturedScreenshot, quality: number): Promise<CapturedScreenshot> {
  const { width, height } = picture;
  // A JPEG cannot have more rows. The lossless picture is delivered instead.
  if (height > 65_500) return picture;
  const bytes = await sharp(picture.bytes, { limitInputPixels: false })
    .flatten({ background: "#fff" })
    .jpeg({ quality })
    .toBuffer();
  return { bytes, width, height, format: "jpg" };
}

/** A monitor's capture with opened secrets. It must not leave the activity. */
export type MonitorCaptureRequest = {
  capture: MonitorCapture;
  request: Pick<CaptureRequest, "accountId" | "spec" | "headers" | "cookies">;
};

/** Opens the secrets of a monitor's capture. The picture is always a PNG, as comparisons need a lossless one. */
export function openCapture(keyRing: KeyRing, { _id, accountId, spec }: MonitorRecord): MonitorCaptureRequest {
  const reveal = (field: string, sealed: Sealed) => open(keyRing, sealed, { accountId, entityId: _id, field });
  const { captureSecrets: secrets } = spec;
  // The API validated this JSON before sealing it, and GCM proves that it is unchanged.
  const capture: MonitorCapture = JSON.parse(spec.capture);
  const headers: Record<string, string> =
    secrets.headers === undefined ? {} : JSON.parse(reveal("capture.headers", secrets.headers));
  const values: string[] =
    secrets.cookieValues === undefined ? [] : JSON.parse(reveal("capture.cookies", secrets.cookieValues));
  const clickSelectors: string[] =
    secrets.clickSelectors === undefined ? [] : JSON.parse(reveal("capture.clickSelectors", secrets.clickSelectors));
  const cookies = (capture.cookies ?? []).map((cookie, index): Cookie => ({ ...cookie, value: values[index] ?? "" }));
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
  const { device, scrollToElement, selector } = capture;
  return {
    url,
    sealedFor,
    cache: false,
    timeout: capture.timeout ?? 30,
    waitUntil: capture.waitUntil ?? "load",
    viewport: { width: capture.width ?? 1280, height: capture.height ?? 720 },
    ...(device !== undefined && { device }),
    theme: capture.theme ?? "light",
    blocking: {
      ads: capture.blockAds ?? false,
      cookieBanners: capture.blockCookieBanners ?? false,
      chatWidgets: capture.blockChatWidgets ?? false,
      popups: capture.blockPopups ?? false,
      accessibilityWidgets: capture.blockAccessibilityWidgets ?? false,
    },
    hideSelectors: capture.hideSelectors ?? [],
    clickSelectors,
    ...(scrollToElement !== undefined && { scrollToElement }),
    screenshot: {
      format: "png",
      quality: 80,
      fullPage: capture.fullPage ?? true,
      ...(selector !== undefined && { selector }),
    },
    extracts: [],
  };
}
