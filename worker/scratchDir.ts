import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Env } from "#schemas/env.ts";

/** Where browsers and comparisons keep their files while they work. */
export function scratchDirOf(env: Env): string {
  return env.WATCHFRAME_SCRATCH_DIR || join(tmpdir(), "watchframe");
}
