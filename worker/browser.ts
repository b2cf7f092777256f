import { access, constants } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCapture } from "#activities/browser/capture/capture.ts";
import { createBrowserPool } from "#activities/browser/pool/pool.ts";
import { createTrustStore } from "#activities/browser/pool/trustStore.ts";
import { selfTest } from "#activities/browser/pool/selfTest.ts";
import type { CapturePort } from "#activities/ports.ts";
import { readAuthorities } from "#egress/authorities.ts";
import { parseHostRules } from "#egress/hostRules.ts";
import type { OwnRefusal } from "#egress/jobProxy.ts";
import { type EgressPolicy, type RefusalReason, watchRefusals } from "#egress/policy.ts";
import type { Env } from "#schemas/settings/env.ts";
import { refusedSetting, SettingsError } from "#schemas/settings/readEnv.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { BrowserStatus } from "#telemetry/metrics.ts";

/** Called with the reason for each request of a page that was refused. */
export type OnRefused = (reason: RefusalReason | OwnRefusal, name?: string | null) => void;

/** @throws SettingsError if one of the paths is no executable file. */
async function checkPaths(env: Env): Promise<void> {
  if (env.WATCHFRAME_CHROME_PATH === "")
    throw new SettingsError("WATCHFRAME_CHROME_PATH is required: the browser's own binary.");
  for (const name of ["WATCHFRAME_CHROME_PATH", "WATCHFRAME_FFMPEG"] as const) {
    try {
      if (env[name] !== "") await access(env[name], constants.X_OK);
    } catch (cause) {
      throw refusedSetting(name, cause);
    }
  }
}

/**
 * Starts the browser and tests that its pages cannot reach private addresses.
 * @throws Error if there is no browser, or if a page reached a private address. The worker must not take work then.
 */
export async function openBrowser(
  { env, policy, logger }: { env: Env; policy: EgressPolicy; logger: Logger },
  { pages, onRefused }: { pages: number; onRefused: OnRefused },
): Promise<OpenBrowser> {
  await checkPaths(env);
  const authorities = readAuthorities(env.WATCHFRAME_EXTRA_CA);
  const trustStore = authorities.length === 0 ? undefined : await createTrustStore(scratchDirOf(env), authorities);
  const pool = createBrowserPool({
    executablePath: env.WATCHFRAME_CHROME_PATH,
    sandbox: env.WATCHFRAME_CHROME_SANDBOX,
    scratchDir: scratchDirOf(env),
    trustStore,
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
  const { WATCHFRAME_FFMPEG: ffmpeg } = env;
  const recordingTools = ffmpeg === "" ? undefined : { ffmpeg, scratchDir: scratchDirOf(env) };
  const tlsErrors = parseHostRules("WATCHFRAME_TLS_ERRORS", env.WATCHFRAME_TLS_ERRORS);
  const capture = createCapture({ pool, logger, recordingTools, tlsErrors });
  return { capture, status: () => pool.health(), close: () => pool.close() };
}

/** The folder for temporary files of browsers and comparisons. */
export function scratchDirOf(env: Env): string {
  return env.WATCHFRAME_SCRATCH_DIR || join(tmpdir(), "watchframe");
}

/** A running browser. */
export type OpenBrowser = { capture: CapturePort; status(): BrowserStatus; close(): Promise<void> };
