import type { CDPSession, Protocol, Viewport } from "puppeteer";
import type { Cookie } from "#schemas/options/visitor.ts";
import type { HostRules } from "#egress/hostRules.ts";
import type { Logger } from "#telemetry/logger.ts";
import { RenderFailure } from "../../failures.ts";
import type { CaptureRequest } from "../../ports.ts";
import type { Blocker } from "../blocking/blocker.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { answerDocument } from "./callerTexts.ts";
import { type DeviceProfile, deviceTable, initialViewport } from "../pool/devices.ts";
import { emulateVisitor } from "./emulate.ts";
import { restoreSession } from "./restoreSession.ts";
import { refuseByRules } from "../watch/requestRules.ts";
import type { DocumentReplies } from "../watch/documentReplies.ts";
import type { DocumentTracker } from "../watch/documentTracker.ts";
import { ignoreTlsErrors } from "../watch/certificates.ts";
import { allowScripts, forbidScripts, withoutScripts } from "../watch/scriptless.ts";
import { interceptRequests, type PausedRequest, type RequestVerdict, sameOriginHeaders } from "../watch/requests.ts";

export type PrepareOptions = {
  url: URL;
  blocker: Blocker | null;
  tlsErrors: HostRules;
  tracker: DocumentTracker;
  documents: DocumentReplies;
  logger: Logger;
};

/**
 * Applies the job's options to a blank page. Sends only what differs from a fresh page.
 * Resolves to the page's viewport.
 * @throws RenderFailure `internal_error` for an unknown device, `tls_error` for a host whose certificate counts.
 */
export async function preparePage(
  jobPage: JobPage,
  request: CaptureRequest,
  options: PrepareOptions,
): Promise<Required<Viewport>> {
  const { session } = jobPage;
  const { spec, headers, cookies, texts } = request;
  const { viewport, userAgent } = deviceProfile(spec);
  const steps: Array<Promise<unknown>> = [];
  if (!isInitial(viewport)) steps.push(emulateScreen(session, viewport));
  steps.push(...emulateVisitor(jobPage, spec, { url: options.url, deviceAgent: userAgent }));
  if (spec.screenshot?.omitBackground === true) {
    const color = { r: 0, g: 0, b: 0, a: 0 };
    steps.push(session.send("Emulation.setDefaultBackgroundColorOverride", { color }));
  }
  if (cookies.length > 0) {
    steps.push(
      session.send("Network.setCookies", { cookies: cookies.map((cookie) => cookieParam(cookie, options.url)) }),
    );
  }
  if (request.signIn?.session != null) {
    steps.push(restoreSession(session, request.signIn.session, options.logger));
  }
  if (spec.ignoreTlsErrors === true) steps.push(ignoreTlsErrors(session, options));
  const scripts = spec.javascript !== false;
  if (!scripts) steps.push(allowScripts(session, false));
  const refuses = refuseByRules(spec, jobPage.mainFrameId);
  const isChanged = texts.html !== undefined || Object.keys(headers).length > 0;
  const isDecided = options.blocker?.refusesRequests === true || refuses !== null || isChanged || !scripts;
  const decide = isDecided ? decideWith(jobPage, request, { ...options, refuses }) : null;
  const reply = replyWith(options.documents, scripts);
  steps.push(interceptRequests(session, { decide, reply, framesToo: !scripts, logger: options.logger }));
  if (options.blocker?.blocks("cookieBanners") === true) watchConsentScripts(jobPage, options.blocker);
  await Promise.all(steps);
  return viewport;
}

/** A request for a consent vendor's script announces that its dialog will appear. */
function watchConsentScripts({ page }: JobPage, blocker: Blocker): void {
  page.on("request", (request) => blocker.observeRequest(request.url()));
}

/** Answers with the caller's document, refuses blocked requests, and adds the caller's headers to those of the page's own origin. */
function decideWith(
  { mainFrameId }: JobPage,
  { spec, headers, texts }: CaptureRequest,
  { url, blocker, refuses }: PrepareOptions & { refuses: ReturnType<typeof refuseByRules> },
) {
  const answer = answerDocument(texts.html, { url, mainFrameId });
  return (request: PausedRequest): RequestVerdict => {
    const answered = answer?.(request) ?? null;
    if (answered?.action === "fulfill" && spec.javascript === false)
      return { ...answered, headers: withoutScripts(answered.headers) };
    if (answered !== null) return answered;
    if (refuses?.(request) === true || blocker?.refuses(request) === true) return { action: "refuse" };
    const rewritten = sameOriginHeaders(request, url.origin, headers);
    return rewritten === null ? { action: "continue" } : { action: "rewrite", headers: rewritten };
  };
}

/** Shows data and documents as pages of ours, and passes other documents on. Without `scripts`, none may run its own. */
function replyWith(documents: DocumentReplies, scripts: boolean) {
  return async (session: CDPSession, paused: PausedRequest): Promise<void> => {
    if (await documents.show(session, paused)) return;
    if (scripts) await session.send("Fetch.continueRequest", { requestId: paused.requestId });
    else await forbidScripts(session, paused);
  };
}

function deviceProfile({ device, viewport, emulation = {} }: CaptureRequest["spec"]): DeviceProfile {
  const { deviceScaleFactor = initialViewport.deviceScaleFactor } = emulation;
  if (device === undefined) return { viewport: { ...initialViewport, ...viewport, deviceScaleFactor } };
  const profile = deviceTable().get(device);
  if (profile === undefined) throw new RenderFailure("internal_error", "The device is unknown.");
  return profile;
}

function isInitial(viewport: Required<Viewport>): boolean {
  const { width, height, deviceScaleFactor, isMobile, hasTouch } = viewport;
  const { width: initialWidth, height: initialHeight } = initialViewport;
  return width === initialWidth && height === initialHeight && deviceScaleFactor === 1 && !isMobile && !hasTouch;
}

async function emulateScreen(session: CDPSession, viewport: Required<Viewport>): Promise<void> {
  const { width, height, deviceScaleFactor, isMobile, isLandscape, hasTouch } = viewport;
  const screenOrientation: Protocol.Emulation.ScreenOrientation = isLandscape
    ? { angle: 90, type: "landscapePrimary" }
    : { angle: 0, type: "portraitPrimary" };
  await Promise.all([
    session.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor,
      screenWidth: width,
      screenHeight: height,
      mobile: isMobile,
      ...(isMobile && { screenOrientation }),
    }),
    session.send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch }),
  ]);
}

/** A cookie without a domain is set for the page's host only. */
function cookieParam(cookie: Cookie, url: URL): Protocol.Network.CookieParam {
  return { ...cookie, ...(cookie.domain === undefined && { url: url.href }) };
}
