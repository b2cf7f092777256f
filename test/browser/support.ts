import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createCapture } from "#activities/browser/capture/capture.ts";
import { type BrowserPool, type BrowserPoolOptions, createBrowserPool } from "#activities/browser/pool/pool.ts";
import { RenderFailure } from "#activities/failures.ts";
import type { CapturedPage, CapturePort, CaptureRequest, CaptureStage } from "#activities/ports.ts";
import { parseHostRules } from "#egress/hostRules.ts";
import { createEgressPolicy, type EgressPolicy } from "#egress/policy.ts";
import type { RenderErrorCode } from "#schemas/renders/errors.ts";
import type { Blocking, BlockKind } from "#schemas/renders/blocking.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { createLogger } from "#telemetry/logger.ts";
import { chromePath, ffmpegPaths } from "../support/provisioned.ts";
import { openTargetSite, type TargetSite } from "../support/targetSite.ts";
import { useResource } from "../support/useResource.ts";

type Extra = Partial<
  Pick<
    CaptureRequest,
    "headers" | "cookies" | "texts" | "steps" | "probe" | "frameProbe" | "readsText" | "watches" | "signIn"
  >
> & {
  signal?: AbortSignal;
  onStage?: (stage: CaptureStage) => void;
};

/** A site, a browser pool and its capture port. */
export type TestBrowser = {
  site: TargetSite;
  pool: BrowserPool;
  port: CapturePort;
  scratchDir: string;
  /** Captures a page. Missing options get the API's defaults. */
  capture(spec: Partial<RenderSpec> & { url: string }, extra?: Extra): Promise<CapturedPage>;
  /** Like `capture`, with another port. */
  captureBy(port: CapturePort, spec: Partial<RenderSpec> & { url: string }, extra?: Extra): Promise<CapturedPage>;
  close(): Promise<void>;
};

function lookUp(name: string): Promise<string[]> {
  return Promise.resolve(name.endsWith(".test") && name !== "missing.test" ? ["127.0.0.1"] : []);
}

/** A policy that allows the given hosts. Names outside of `.test` do not resolve. */
export function sitePolicy(allow: string): EgressPolicy {
  return createEgressPolicy({ allow, lookup: lookUp });
}

type TestBrowserOptions = Partial<BrowserPoolOptions> & { allow?: string; everyName?: boolean; tlsErrors?: string };

/** Opens a browser for the tests of the surrounding `describe`. A function of options is called by the hook. */
export function useBrowser(options: TestBrowserOptions | (() => TestBrowserOptions) = {}): TestBrowser {
  return useResource(() => openTestBrowser(typeof options === "function" ? options() : options));
}

/** Opens a browser with a site. With `everyName`, every host name resolves to the site. */
export async function openTestBrowser(options: TestBrowserOptions = {}): Promise<TestBrowser> {
  const site = await openTargetSite();
  const scratchDir = await mkdtemp(join(tmpdir(), "watchframe-test-"));
  const logger = createLogger({ name: "test", level: "fatal" });
  const allow = [site.allow, options.allow].filter((entry) => entry !== undefined).join(",");
  const policy =
    options.everyName === true
      ? createEgressPolicy({ allow, lookup: () => Promise.resolve(["127.0.0.1"]) })
      : sitePolicy(allow);
  const pool = createBrowserPool({
    executablePath: options.executablePath ?? chromePath(),
    sandbox: process.getuid?.() !== 0,
    scratchDir,
    policy,
    logger,
    concurrency: 4,
    ...options,
  });
  const tlsErrors = parseHostRules("WATCHFRAME_TLS_ERRORS", options.tlsErrors ?? "");
  const recordingTools = { ffmpeg: ffmpegPaths().ffmpeg, scratchDir };
  const port = createCapture({ pool, logger, recordingTools, tlsErrors });
  return {
    site,
    pool,
    port,
    scratchDir,
    capture: (spec, extra = {}) => port.capture(request(spec, extra), context(extra)),
    captureBy: (other, spec, extra = {}) => other.capture(request(spec, extra), context(extra)),
    async close() {
      await pool.close();
      await site.close();
      await rm(scratchDir, { recursive: true, force: true });
    },
  };
}

function context({ signal = new AbortController().signal, onStage = () => undefined }: Extra) {
  return { signal, onStage };
}

function request(spec: Partial<RenderSpec> & { url: string }, extra: Extra): CaptureRequest {
  return {
    jobId: "0192f0c1-0000-7000-8000-000000000001",
    accountId: "0192f0c1-0000-7000-8000-000000000002",
    headers: extra.headers ?? {},
    cookies: extra.cookies ?? [],
    texts: extra.texts ?? {},
    steps: extra.steps ?? [],
    probe: extra.probe ?? null,
    ...(extra.frameProbe !== undefined && { frameProbe: extra.frameProbe }),
    ...(extra.readsText !== undefined && { readsText: extra.readsText }),
    ...(extra.watches !== undefined && { watches: extra.watches }),
    ...(extra.signIn !== undefined && { signIn: extra.signIn }),
    spec: {
      sealedFor: "0192f0c1-0000-7000-8000-000000000001",
      cache: false,
      timeout: 20,
      waitUntil: "load",
      viewport: { width: 400, height: 300 },
      theme: "light",
      blocking: blockingOf(),
      hideSelectors: [],
      clickSelectors: [],
      screenshot: { format: "png", quality: 80, fullPage: false },
      extracts: [],
      ...spec,
    },
  };
}

/** Blocking options with only the given kinds on. */
export function blockingOf(...kinds: BlockKind[]): Blocking {
  const blocking = { ads: false, cookieBanners: false, chatWidgets: false, popups: false, accessibilityWidgets: false };
  for (const kind of kinds) blocking[kind] = true;
  return blocking;
}

/** Options of a full-page screenshot. */
export const fullPage = {
  screenshot: { format: "png", quality: 80, fullPage: true },
} as const satisfies Partial<RenderSpec>;

export type Rgb = readonly [red: number, green: number, blue: number];

/** A decoded screenshot. */
export type Picture = {
  width: number;
  height: number;
  at(x: number, y: number): Rgb;
  /** Number of pixels with a matching color. */
  count(matches: (color: Rgb) => boolean): number;
};

/** Decodes a capture's screenshot. */
export async function picture({ screenshot }: CapturedPage): Promise<Picture> {
  if (screenshot === null) throw new Error("There is no screenshot.");
  const { data, info } = await sharp(screenshot.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (index: number): Rgb => {
    const offset = index * info.channels;
    return [data[offset] ?? -1, data[offset + 1] ?? -1, data[offset + 2] ?? -1];
  };
  return {
    width: info.width,
    height: info.height,
    at: (x, y) => pixel(y * info.width + x),
    count(matches) {
      let count = 0;
      for (let index = 0; index < info.width * info.height; index += 1) if (matches(pixel(index))) count += 1;
      return count;
    },
  };
}

/** The RenderFailure of a capture. Rejects when the capture succeeds or fails with another error. */
export async function failure(capture: Promise<CapturedPage>): Promise<{ code: RenderErrorCode; message: string }> {
  try {
    await capture;
  } catch (error) {
    if (error instanceof RenderFailure) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("The capture succeeded.");
}

export const red: Rgb = [255, 0, 0];
export const green: Rgb = [0, 128, 0];
export const blue: Rgb = [0, 0, 255];
export const white: Rgb = [255, 255, 255];
