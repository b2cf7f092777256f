import { access, constants } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCapture } from "#activities/browser/capture/capture.ts";
import { createBrowserPool } from "#activities/browser/pool/pool.ts";
import { selfTest } from "#activities/browser/pool/selfTest.ts";
import type { CapturePort } from "#activities/ports.ts";
import type { OwnRefusal } from "#egress/jobProxy.ts";
import { type EgressPolicy, type RefusalReason, watchRefusals } from "#egress/policy.ts";
import type { Env } from "#schemas/settings/env.ts";
import { refusedSetting, SettingsError } from "#schemas/validate.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { BrowserStatus } from "#telemetry/metrics.ts";

/** Hears why a request of a page was refused, in a word of the egress room. */
export type OnRefused = (reason: RefusalReason | OwnRefusal) => void;

/** Throws a SettingsError where there is no program. */
async function checkPath(path: string): Promise<void> {
  if (path === "") throw new SettingsError("WATCHFRAME_CHROME_PATH is required: the browser's own binary.");
  try {
    await access(path, constants.X_OK);
  } catch (cause) {
    throw refusedSetting("WATCHFRAME_CHROME_PATH", cause);
  }
}

/**
 * Starts the browser and proves that no page of it reaches a private address.
 * Rejects when there is no browser or a canary was reached: a worker that leaks must not take work.
 */
export async function openBrowserRoom(
  { env, policy, logger }: { env: Env; policy: EgressPolicy; logger: Logger },
  { pages, onRefused }: { pages: number; onRefused: OnRefused },
): Promise<BrowserRoom> {
  await checkPath(env.WATCHFRAME_CHROME_PATH);
  const pool = createBrowserPool({
    executablePath: env.WATCHFRAME_CHROME_PATH,
    sandbox: env.WATCHFRAME_CHROME_SANDBOX,
    scratchDir: scratchDirOf(env),
    policy: watchRefusals(policy, onRefused),
    onRefused,
    logger,
    concurrency: pages,
  });
  try {
    await pool.start();
    await selfTest(pool);
  } catch (error) {
    await pool.close();
    throw error;
  }
  return { capture: createCapture({ pool, logger }), status: () => pool.health(), close: () => pool.close() };
}

/** Where browsers and comparisons keep their files while they work. */
export function scratchDirOf(env: Env): string {
  return env.WATCHFRAME_SCRATCH_DIR || join(tmpdir(), "watchframe");
}

/** A browser room: what captures, and how to end it. */
export type BrowserRoom = { capture: CapturePort; status(): BrowserStatus; close(): Promise<void> };
