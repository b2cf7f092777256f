import type { CDPSession, Protocol } from "puppeteer";
import type { HostRules } from "#egress/hostRules.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { DocumentTracker } from "./documentTracker.ts";
import { RenderFailure } from "../../failures.ts";

type TlsOptions = {
  url: URL;
  tlsErrors: HostRules;
  tracker: Pick<DocumentTracker, "noteRefusedCertificate">;
  logger: Logger;
};

/**
 * Lets a page load from hosts of the operator's list although their certificates are invalid. Those of all other hosts count,
 * also of files and frames.
 * @throws RenderFailure `tls_error` for a page of another host.
 */
export async function ignoreTlsErrors(
  session: CDPSession,
  { url, tlsErrors, tracker, logger }: TlsOptions,
): Promise<void> {
  if (!isListed(tlsErrors, url))
    throw new RenderFailure(
      "tls_error",
      "ignoreTlsErrors is not open for this host. The operator opens it with WATCHFRAME_TLS_ERRORS.",
    );
  session.on("Security.certificateError", (invalid: Protocol.Security.CertificateErrorEvent) => {
    const { eventId, requestURL } = invalid;
    const action = isListed(tlsErrors, URL.parse(requestURL)) ? "continue" : "cancel";
    if (action === "cancel") tracker.noteRefusedCertificate(requestURL, invalid.errorType);
    session
      .send("Security.handleCertificateError", { eventId, action })
      .catch((error: unknown) => logger.debug({ err: error }, "a request ended before its certificate was judged"));
  });
  await session.send("Security.enable");
  await session.send("Security.setOverrideCertificateErrors", { override: true });
}

function isListed(tlsErrors: HostRules, url: URL | null): boolean {
  if (url === null) return false;
  const port = url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port);
  return tlsErrors(url.hostname.replace(/^\[|\]$/g, ""), port);
}
