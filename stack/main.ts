import path from "node:path";
import { watchForStop } from "./foreground.ts";
import { homeOf, readStackFile } from "./home.ts";
import { startStack } from "./startStack.ts";
import { HomeInUse } from "./supervisor/supervisor.ts";
import { welcome } from "./welcome.ts";

const home = homeOf(process.env);
const foreground = watchForStop(process.env);
try {
  const stack = await startStack({ home, onLine: console.log, env: process.env, signal: foreground.signal });
  foreground.onImpatience(() => stack.kill());
  console.log(welcome(stack.info, path.join(home, "logs")));
  await foreground.stopped;
  console.log("stopping …");
  await stack.stop();
  console.log("stopped; all data is kept in", home);
} catch (error) {
  console.error(foreground.signal.aborted ? "stopped before everything was up" : explain(error));
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (!(error instanceof HomeInUse)) return error instanceof Error ? error.message : String(error);
  const running = readStackFile(home);
  const where = running ? `; its API is at ${running.apiUrl}` : "; it is still starting";
  return `${error.message}${where}. Another WATCHFRAME_HOME starts a second one beside it.`;
}
