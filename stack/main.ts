import path from "node:path";
import { releaseMemory } from "#telemetry/releaseMemory.ts";
import { createLoginLink } from "./account.ts";
import { watchForStop } from "./foreground.ts";
import { homeOf, readStackFile } from "./home.ts";
import { type StackInfo, startStack } from "./startStack.ts";
import { HomeInUse } from "./supervisor/supervisor.ts";

/** The folder of the logs, a link to the console, and whether all of it is in a container, of which one port is reached. */
type Welcome = { logs: string; console: string; isInContainer: boolean };

/** The text that `npm start` prints when all is ready. Addresses open and commands run as they are. */
function welcome(info: StackInfo, { logs, console, isInContainer }: Welcome): string {
  const authorization = `-H 'Authorization: Bearer ${info.apiKey}'`;
  return `
Watchframe is ready.

  Console      ${console}
               (this link logs in once, within 15 minutes)
  API          ${info.apiUrl}
  API key      ${info.apiKey}
  Docs         ${info.docsUrl}
${isInContainer ? mailInContainer : serversOf(info)}
  Logs         ${logs}

Render a page, from another terminal. The first command starts the render, the second waits for its result:

  STATUS_URL=$(curl -sS ${info.apiUrl}/render ${authorization} \\
    -H 'Content-Type: application/json' -d '{"url":"https://example.com","fullPage":true}' \\
    | node -p 'JSON.parse(require("fs").readFileSync(0)).statusUrl')
  curl -sS "$STATUS_URL?wait=60" ${authorization}

The picture is at result.screenshot.url. ${isInContainer ? linkInContainer : workflowsOf(info)}`;
}

const mailInContainer = "  Mail         stays in the container until WATCHFRAME_SMTP_URL names a server";
const linkInContainer = `This prints another link to the console:

  docker exec CONTAINER node stack/cli.ts login-link`;

/** The servers of this machine. */
function serversOf({ mailUrl, temporalUiUrl, temporalAddress, namespace }: StackInfo): string {
  return `  Mail         ${mailUrl} (mails arrive here and are not sent)
  Temporal UI  ${temporalUiUrl}
  Temporal     ${temporalAddress}, namespace ${namespace}`;
}

function workflowsOf({ temporalCliPath, temporalAddress, namespace }: StackInfo): string {
  return `Temporal's command line lists the workflows:

  ${shellWord(temporalCliPath)} workflow list --address ${temporalAddress} --namespace ${shellWord(namespace)}

Ctrl-C stops it.`;
}

/** Quotes a text as one word of a shell command. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const home = homeOf(process.env);
const foreground = watchForStop(process.env);
try {
  const stack = await startStack({ home, onLine: console.log, env: process.env, signal: foreground.signal });
  foreground.onForceStop(() => stack.kill());
  const { mongoUrl, apiUrl, apiKey } = stack.info;
  const link = await createLoginLink(mongoUrl, apiUrl, apiKey);
  const isInContainer = process.env["WATCHFRAME_CONTAINER"] === "1";
  console.log(welcome(stack.info, { logs: path.join(home, "logs"), console: link, isInContainer }));
  releaseMemory();
  await foreground.shutdown;
  console.log("stopping …");
  await stack.stop();
  console.log("stopped; the data stays in", home);
} catch (error) {
  console.error(foreground.signal.aborted ? "stopped before everything was up" : explain(error));
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (!(error instanceof HomeInUse)) return error instanceof Error ? error.message : String(error);
  const running = readStackFile(home);
  const where = running ? `; its API is at ${running.apiUrl}` : "; it is still starting";
  return `${error.message}${where}. To start a second one, set another WATCHFRAME_HOME.`;
}
