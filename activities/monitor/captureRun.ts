import { createHash } from "node:crypto";
import { Context } from "@temporalio/activity";
import sharp from "sharp";
import type { ObjectStore } from "#data/objects.ts";
import type { RunCapture, RunPicture } from "#schemas/run.ts";
import { willRetry, RenderFailure } from "../failures.ts";
import type { ActivityPorts, CapturedPage, CapturedScreenshot } from "../ports.ts";
import { readMonitor } from "../project/monitors.ts";
import { showRunStatus } from "../project/runs.ts";
import { openCapture } from "./captureSpec.ts";
import { regionsProbe, toRegions } from "./readRegions.ts";

/** Which run is captured. */
export type CaptureRunInput = { runId: string; monitorId: string };

/** What a capture left behind, and at which revision of the monitor. */
export type CapturedRun = RunCapture & { captureRev: number };

/** Where a run's pictures lie; removing this prefix removes them all. */
export const runPrefix = (runId: string): string => `runs/${runId}/`;

/**
 * Captures a monitor's page: the lossless picture, the one that is delivered, and the page's regions where they are asked
 * for, all in the object store. Running it again is safe: keys carry the content's hash, and only the last result is recorded.
 */
export async function captureRun(ports: ActivityPorts, input: CaptureRunInput): Promise<CapturedRun> {
  const { runId, monitorId } = input;
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 1_000);
  try {
    const monitor = await readMonitor(ports.database, monitorId);
    const { capture, request } = openCapture(ports.keyRing, monitor);
    const signal = context.cancellationSignal;
    const probe = capture.regions === true ? regionsProbe : null;
    const { accountId, spec } = request;
    const { host } = monitor.spec;
    const waitForTurn = () => ports.navigationGate.waitForTurn(host, { signal, delayMs: 0 });
    const slot = { accountId, host, leaseId: runId };
    const captured = await ports.captureSlots.run({ ...slot, seconds: spec.timeout, keeps: willRetry }, async () => {
      await showRunStatus(ports.database, runId, "capturing");
      return ports.capture.capture({ jobId: runId, ...request, probe }, { signal, onStage: () => undefined, waitForTurn });
    });
    const { format = "jpg", quality = 80 } = capture;
    const kept = await keep(ports.objects, runId, { captured, format, quality, regions: probe !== null });
    return { ...kept, captureRev: monitor.captureRev };
  } finally {
    clearInterval(beat);
  }
}

type Kept = { captured: CapturedPage; format: "jpg" | "png"; quality: number; regions: boolean };

async function keep(
  objects: ObjectStore,
  runId: string,
  { captured, format, quality, regions }: Kept,
): Promise<Omit<CapturedRun, "captureRev">> {
  const { screenshot, page } = captured;
  if (screenshot === null) throw new RenderFailure("internal_error");
  const [lossless, delivered, regionsKey] = await Promise.all([
    putPicture(objects, runId, { ...screenshot, name: "capture" }),
    format === "png"
      ? null
      : putPicture(objects, runId, { ...(await toJpeg(screenshot, quality)), name: "screenshot" }),
    regions ? putRegions(objects, runId, captured) : null,
  ]);
  const { statusCode, title, contentType } = page;
  return {
    lossless,
    screenshot: delivered ?? lossless,
    regionsKey,
    page: { statusCode, title: title.slice(0, 500), contentType },
  };
}

async function toJpeg(picture: CapturedScreenshot, quality: number): Promise<CapturedScreenshot> {
  const { width, height } = picture;
  // A JPEG has no more rows than this; the lossless picture is delivered instead.
  if (height > 65_500) return picture;
  const bytes = await sharp(picture.bytes, { limitInputPixels: false })
    .flatten({ background: "#fff" })
    .jpeg({ quality })
    .toBuffer();
  return { bytes, width, height, format: "jpg" };
}

/** Puts one picture of a run and returns its record. */
export async function putPicture(
  objects: ObjectStore,
  runId: string,
  { name, bytes, format, width, height }: CapturedScreenshot & { name: string },
): Promise<RunPicture> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const contentType = format === "jpg" ? "image/jpeg" : "image/png";
  const key = `${runPrefix(runId)}${name}-${sha256.slice(0, 16)}.${format}`;
  await objects.put(key, bytes, contentType);
  return { key, contentType, bytes: bytes.byteLength, sha256, width, height, format };
}

async function putRegions(objects: ObjectStore, runId: string, { probed }: CapturedPage): Promise<string> {
  const key = `${runPrefix(runId)}regions.json`;
  await objects.put(key, Buffer.from(JSON.stringify(toRegions(probed))), "application/json");
  return key;
}
