import path from "node:path";
import { watchForStop } from "./foreground.ts";
import { homeOf, readStackFile } from "./home.ts";
import { type StackInfo, startStack } from "./startStack.ts";
import { HomeInUse } from "./supervisor/supervisor.ts";

const home = homeOf(process.env);
const foreground = watchForStop(process.env);
try {
  const stack = await startStack({ home, onLine: console.log, env: process.env, signal: foreground.signal });
  foreground.onImpatience(() => stack.kill());
  console.log(welcome(stack.info));
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

function welcome(info: StackInfo): string {
  return `
Watchframe is ready.

  API          ${info.apiUrl}
  API key      ${info.apiKey}
  Docs         ${info.docsUrl}
  Temporal UI  ${info.temporalUiUrl}
  Mail         ${info.mailUrl}
  Logs         ${path.join(home, "logs")}

  curl -s ${info.apiUrl}/render -H 'Authorization: Bearer ${info.apiKey}' \\
    -H 'Content-Type: application/json' -d '{"url":"https://example.com","fullPage":true}'

Ctrl-C stops it.`;
}
