import type { StackInfo } from "./startStack.ts";

/** What `npm start` prints when all is ready. Every address opens, and every command runs as it is pasted. */
export function welcome(info: StackInfo, logs: string): string {
  const authorization = `-H 'Authorization: Bearer ${info.apiKey}'`;
  return `
Watchframe is ready.

  API          ${info.apiUrl}
  API key      ${info.apiKey}
  Docs         ${info.docsUrl}
  Mail         ${info.mailUrl} (mails arrive here and are not sent)
  Temporal UI  ${info.temporalUiUrl}
  Temporal     ${info.temporalAddress}, namespace ${info.namespace}
  Logs         ${logs}

Render a page, from another terminal. The first command starts the render, the second waits for its result:

  STATUS_URL=$(curl -sS ${info.apiUrl}/render ${authorization} \\
    -H 'Content-Type: application/json' -d '{"url":"https://example.com","fullPage":true}' \\
    | node -p 'JSON.parse(require("fs").readFileSync(0)).statusUrl')
  curl -sS "$STATUS_URL?wait=60" ${authorization}

The picture is at result.screenshot.url. Temporal's command line lists the workflows:

  ${shellWord(info.temporalCliPath)} workflow list --address ${info.temporalAddress} --namespace ${shellWord(info.namespace)}

Ctrl-C stops it.`;
}

/** A text as one word of a shell's command. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
