import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServersHandle, startServers } from "#stack/servers.ts";
import { environmentWithoutSettings } from "./environment.ts";

let started: Promise<ServersHandle> | null = null;

/**
 * Returns the servers that all tests of this process share: Temporal, MongoDB, the object store and the mail catcher.
 * The first call starts them, in a temporary home. Tests stay apart by ids and accounts of their own.
 */
export function servers(): Promise<ServersHandle> {
  started ??= start();
  return started;
}

/** Stops what `servers` started and removes its home. */
export async function stopServers(): Promise<void> {
  const handle = await started?.catch(() => null);
  started = null;
  if (handle === undefined || handle === null) return;
  await handle.stop();
  await rm(handle.info.home, { recursive: true, force: true, maxRetries: 5 });
}

async function start(): Promise<ServersHandle> {
  const home = await mkdtemp(join(tmpdir(), "watchframe-test-"));
  return startServers({ home, env: environmentWithoutSettings(), onLine: (line) => console.log(`    ${line}`) });
}
