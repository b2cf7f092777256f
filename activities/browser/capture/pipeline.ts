import type { Json } from "#schemas/common.ts";
import { waitMsOf } from "#schemas/options/steps.ts";
import type { PageInfo } from "#schemas/outputs.ts";
import type { RenderErrorCode } from "#schemas/renders/errors.ts";
import { RenderFailure } from "../../failures.ts";
import { secondsOf } from "../../httpHosts.ts";
import type { CapturedPage } from "../../ports.ts";
import { createBlocker } from "../blocking/blocker.ts";
import { evaluateJson } from "../inPage/evaluateJson.ts";
import type { PageState } from "../inPage/pageSettler.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { documentReplies } from "../watch/documentReplies.ts";
import { DocumentTracker } from "../watch/documentTracker.ts";
import { boundPage } from "./boundPage.ts";
import { createGuard } from "../watch/guard.ts";
import { createHangRecovery, pageUnresponsive } from "../watch/hangRecovery.ts";
import { refuseErrorPage } from "./navigate.ts";
import { openPage } from "./openPage.ts";
import { preparePage } from "./prepare.ts";
import { printPage } from "./printPage.ts";
import { readContents } from "./readContents.ts";
import { readyPage } from "./readyPage.ts";
import { readSession } from "./readSession.ts";
import { createRecorder } from "../recording/recorder.ts";
import { watchPage } from "../watch/pageWatches.ts";
import { observeHostRequest, stripCredentials } from "../watch/requests.ts";
import { type CaptureRun, type CaptureWork, divideTime } from "./run.ts";
import { withRestingTexts } from "./settle.ts";
import { takeMoment } from "./takeMoment.ts";
import { takePicture } from "./takePicture.ts";

/**
 * Runs one capture on a leased blank page.
 * @throws RenderFailure, or the signal's reason when aborted.
 */
export async function captureOnPage(work: CaptureWork): Promise<CapturedPage> {
  const { lease, request, context, url } = work;
  const { timeout, delay = 0, screenshot, pdf, recording, blocking } = request.spec;
  const recorder = createRecorder(request.spec, work.recordingTools);
  const blocker = await createBlocker(blocking, { url, mainFrameId: lease.mainFrameId });
  const budget = divideTime({
    timeout,
    fullPage: screenshot?.fullPage === true || pdf !== undefined,
    delay: delay + waitMsOf(request.steps ?? []) / 1_000,
    ...(recording !== undefined && { recorded: recording.seconds }),
  });
  const tracker = new DocumentTracker(lease, work.logger);
  const guard = createGuard({
    page: lease.page,
    signal: context.signal,
    timeoutMs: budget.totalMs,
    onDeadline: () =>
      new RenderFailure(
        tracker.arrived ? "page_crashed" : "navigation_timeout",
        tracker.arrived ? "It stopped responding." : undefined,
      ),
    onCrash: lease.crashFailure,
  });
  const stopObserving = work.host === undefined ? () => undefined : observeHostRequest(lease, work.host);
  const startedAt = performance.now();
  const hangRecovery = createHangRecovery(lease, guard, tracker);
  const watches = (request.watches ?? []).length === 0 ? null : watchPage(lease.session, request);
  const reading = { owner: request.accountId, signal: context.signal };
  const scripts = request.spec.javascript !== false;
  const documents = documentReplies(lease, { run: reading, scripts, logger: work.logger });
  const parts = { guard, tracker, hangRecovery, recorder, budget, blocker, watches, documents };
  const run: CaptureRun = { ...work, ...parts, startedAt };
  try {
    return await runCapture(run);
  } catch (error) {
    await addSeen(run, error);
    // A step's own error may be a symptom that puppeteer reports before the guard notices the cause.
    throw guard.cause() ?? documents.failure() ?? error;
  } finally {
    await recorder.dispose();
    stopObserving();
    guard.dispose();
    tracker.dispose();
  }
}

/** Failures of a page that may not be the expected one. */
const missingCodes: ReadonlySet<RenderErrorCode> = new Set(["selector_not_found", "step_failed", "signed_out"]);

/**
 * Adds the page's contents to the failure of a missing element, as an error page lacks the elements of the page. Adds the
 * picture of a failed log-in or step.
 */
async function addSeen(run: CaptureRun, error: unknown): Promise<void> {
  if (!(error instanceof RenderFailure) || !missingCodes.has(error.code) || run.guard.cause() !== null) return;
  const statusCode = run.tracker.response?.status() ?? 0;
  try {
    error.seen = { page: { statusCode }, contents: await readContents(run) };
  } catch (unread) {
    run.logger.debug({ err: unread }, "the contents of a page without the element could not be read");
  }
  if (isLogIn(run) || error.code === "step_failed") error.picture = await takeMoment(run);
}

/** Whether the steps sign in, so that the capture returns the session. */
function isLogIn({ request: { signIn } }: CaptureRun): boolean {
  return signIn?.session === null;
}

async function runCapture(run: CaptureRun): Promise<CapturedPage> {
  const { lease, request, context, startedAt } = run;
  const { pdf } = request.spec;
  context.onStage("navigating");
  const viewport = await run.guard.race(preparePage(lease, request, run));
  const { timedOut } = await openPage(run);
  const navigatedAt = performance.now();
  context.onStage("capturing");
  const scale = viewport.deviceScaleFactor;
  const { state, warnings, steps, stepPictures } = await readyPage(run, scale);
  const signedIn = isLogIn(run) ? { session: await readSession(run), moment: await takeMoment(run) } : null;
  const {
    shotAt,
    contents,
    probed: probeReadings,
    finished: finishedPicture,
  } = await withRestingTexts(run, () => takeOutputs(run, { scale, state }));
  const watchedStates = run.watches === null ? null : await run.guard.race(run.watches.read());
  const recording = await run.recorder.finish(run);
  // Last, because printing changes the layout.
  const printedPage = pdf === undefined ? null : await withRestingTexts(run, () => printPage(run, pdf, state));
  await refuseErrorPage(run);
  const document = run.documents.shownBy(run.tracker.shownRequestId);
  if (document?.leftOut != null) warnings.push({ field: "url", message: document.leftOut });
  return {
    page: {
      ...describePage(run, state, timedOut),
      ...(steps.length > 0 && { steps }),
      ...(contents.frames !== undefined && { frames: contents.frames }),
      ...(warnings.length > 0 && { warnings }),
    },
    screenshot: finishedPicture,
    pdf: printedPage,
    recording,
    probed: probeReadings,
    contents,
    ...(document !== null && { document }),
    ...(watchedStates !== null && { watched: watchedStates }),
    ...(stepPictures.length > 0 && { stepPictures }),
    ...signedIn,
    timings: timingsOf(startedAt, navigatedAt, shotAt),
  };
}

async function takeOutputs(run: CaptureRun, ready: { scale: number; state: PageState }) {
  const { screenshot } = run.request.spec;
  const picture = screenshot === null ? null : await takePicture(run, screenshot, ready);
  const shotAt = performance.now();
  if (run.request.probe !== null) run.context.onStage("extracting");
  const [[contents, probed], finished] = await Promise.all([readPage(run), picture?.finishing ?? null]);
  return { shotAt, contents, probed, finished };
}

/** Reads the contents first, because a probe may remove elements. */
async function readPage(run: CaptureRun): Promise<[CapturedPage["contents"], CapturedPage["probed"]]> {
  return [await readContents(run), await readProbe(run)];
}

async function readProbe(run: CaptureRun): Promise<CapturedPage["probed"]> {
  const { lease, request, guard, hangRecovery } = run;
  const expression = request.probe;
  if (expression === null) return null;
  return hangRecovery.run(
    () => runProbe(lease, expression),
    () => guard.remainingMs() / 2,
    pageUnresponsive,
  );
}

function describePage(
  { lease, tracker, blocker, documents }: CaptureRun,
  { title }: PageState,
  timedOut: boolean,
): PageInfo {
  const { response } = tracker;
  const shown = lease.page.url();
  const retryAfter = secondsOf(response?.headers()["retry-after"], new Date());
  return boundPage({
    finalUrl: stripCredentials(tracker.answeredWithoutBody ? (response?.url() ?? shown) : shown),
    statusCode: response?.status() ?? 0,
    title,
    contentType: documents.shownBy(tracker.shownRequestId)?.contentType ?? response?.headers()["content-type"] ?? "",
    redirects: tracker.redirects(),
    ...(retryAfter !== null && { retryAfter }),
    ...(timedOut && { timedOut }),
    ...(blocker !== null && { blocked: blocker.counts() }),
  });
}

function timingsOf(startedAt: number, navigatedAt: number, shotAt: number): CapturedPage["timings"] {
  return {
    navigation: Math.round(navigatedAt - startedAt),
    capture: Math.round(shotAt - navigatedAt),
    extraction: Math.round(performance.now() - shotAt),
  };
}

/** Length of a probe's result as JSON. */
const maxProbeChars = 32 * 2 ** 20;

/**
 * The value of the probe.
 * @throws RenderFailure `page_too_large` when the JSON exceeds `maxProbeChars`.
 */
async function runProbe({ world }: JobPage, probe: string): Promise<Json> {
  const text = await evaluateJson(world, probe, maxProbeChars);
  if (text === null) throw new RenderFailure("page_too_large", "The extracted data is too large.");
  const value: Json = JSON.parse(text);
  return value;
}
