// Run as a process of its own: supervises the servers of a home until it is stopped or killed.

import { watchForStop } from "#stack/foreground.ts";
import { startServers } from "#stack/servers.ts";

const foreground = watchForStop({});
try {
  const servers = await startServers({ home: process.argv[2] ?? "", onLine: console.log, signal: foreground.signal });
  console.log(`UP ${JSON.stringify({ pids: servers.pids(), mongoUrl: servers.info.mongoUrl })}`);
  await foreground.shutdown;
  await servers.stop();
} catch (error) {
  console.log(`FAILED ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
