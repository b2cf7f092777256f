import type { CDPSession, Protocol } from "puppeteer";

/** Forbids a document's own scripts and handlers. Isolated worlds are exempt, so that captures work as usual. */
const policy: Protocol.Fetch.HeaderEntry = { name: "Content-Security-Policy", value: "script-src 'none'" };

/** Pauses the replies to documents too. */
export const repliesToDocuments: Protocol.Fetch.RequestPattern = {
  urlPattern: "*",
  resourceType: "Document",
  requestStage: "Response",
};

/** The headers of a document that must run no script. */
export function withoutScripts(headers: readonly Protocol.Fetch.HeaderEntry[] = []): Protocol.Fetch.HeaderEntry[] {
  return [...headers, policy];
}

/** Whether a paused request has its reply, or failed. */
export function isReply({ responseStatusCode, responseErrorReason }: Protocol.Fetch.RequestPausedEvent): boolean {
  return responseStatusCode !== undefined || responseErrorReason !== undefined;
}

/** Passes a document's reply on with the policy. A failed request stays failed. */
export async function forbidScripts(session: CDPSession, reply: Protocol.Fetch.RequestPausedEvent): Promise<void> {
  const { requestId, responseStatusCode, responseStatusText, responseHeaders } = reply;
  if (responseStatusCode === undefined) return session.send("Fetch.continueRequest", { requestId });
  await session.send("Fetch.continueResponse", {
    requestId,
    responseCode: responseStatusCode,
    ...(responseStatusText !== undefined && responseStatusText !== "" && { responsePhrase: responseStatusText }),
    responseHeaders: withoutScripts(responseHeaders),
  });
}

/**
 * Turns scripts of new documents on or off, beside the policy. Only documents that load while they are off show `<noscript>`.
 * While they are off, no callback of ours runs either, such as one of `requestAnimationFrame`.
 */
export function allowScripts(session: CDPSession, allowed: boolean): Promise<void> {
  return session.send("Emulation.setScriptExecutionDisabled", { value: !allowed });
}
