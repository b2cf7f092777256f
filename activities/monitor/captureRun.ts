import { Context } from "@temporalio/activity";
import sharp from "sharp";
import type { ObjectStore } from "#data/objects.ts";
import type { Sealed } from "#schemas/common.ts";
import {
  type MonitorCapture,
  type MonitorCaptureInput,
  type SealedOption,
  sealedOptionNames,
} from "#schemas/monitor/capture.ts";
import { captureField, type MonitorRecord } from "#schemas/monitor/monitor.ts";
import { headersOf, pageSpecOf, screenshotOf } from "#schemas/renders/pageSpec.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import type { AlertMemory, JudgedConditions } from "#schemas/monitor/alertWhen.ts";
import type { RunCapture, RunPictures } from "#schemas/monitor/run.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import { open } from "#vault/open.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import { isAmong, usualStatuses } from "#rules/statuses.ts";
import { cutChars } from "../cut.ts";
import { NeedsBrowser, RenderFailure, willRetry } from "../failures.ts";
import type {
  ActivityPorts,
  CapturedPage,
  CapturedScreenshot,
  CaptureRequest,
  SeenPage,
  StepPicture,
} from "../ports.ts";
import { readMonitor } from "../projections/monitors.ts";
import { unlessCrashing } from "../render/crashingPages.ts";
import { refuseChallenge } from "../render/challenged.ts";
import { captureUnless } from "../render/refusePage.ts";
import { refuseStatus } from "../render/refuseStatus.ts";
import { refuseText } from "../render/refuseText.ts";
import { fillStoredSecrets } from "../render/fillSecrets.ts";
import { openProxy } from "../proxies/openProxy.ts";
import { captureSignedIn } from "../render/captureSignedIn.ts";
import { buildFrameProbe } from "../extract/frameProbe.ts";
import { needsText, readValues } from "../extract/values/readValues.ts";
import { judgeConditions } from "./judgeConditions.ts";
import { comparesRegions, needsBrowser, takesPicture } from "#rules/comparedParts.ts";
import { copyCapture, findKnown, type KnownCapture, validatorsFor } from "./knownCapture.ts";
import { monitorProbe, readProbed, selectorsOf } from "./monitorProbe.ts";
import { storeText } from "./pageText.ts";
import { stepOutput } from "#schemas/outputs.ts";
import { keepingPicture } from "../store/failurePicture.ts";
import { putList, putPicture, runPrefix } from "./runObjects.ts";

/** Remedy for a page that always has such a status. */
const okHint = " If that is right for this page, add it to capture.okStatus.";

/** Input of `captureRun`. `byHttp` is whether the worker may have no browser. */
export type CaptureRunInput = { runId: string; monitorId: string; alertMemory: AlertMemory | null; byHttp?: true };

/** The result of a capture. `captureRev` is the revision of the monitor that it used. `judged` is missing without conditions. */
export type CapturedRun = RunCapture & { captureRev: number; judgement?: JudgedConditions };

/**
 * Captures a monitor's page. It stores a lossless picture, the delivered picture and, if requested, the page's regions,
 * the boxes of ignored elements and the text.
 * A retry is safe: keys contain the content's hash, and only the last result is recorded.
 */
export async function captureRun(ports: ActivityPorts, input: CaptureRunInput): Promise<CapturedRun> {
  const { runId, monitorId } = input;
  const context = Context.current();
  const heartbeat = setInterval(() => context.heartbeat(), 1_000);
  try {
    const monitor = await readMonitor(ports.database, monitorId);
    const opened = openCapture(ports.keyRing, monitor);
    const { capture } = opened;
    if (input.byHttp === true && needsBrowser(capture)) throw new NeedsBrowser();
    const request = await fillStoredSecrets(ports, monitor.accountId, opened.request);
    const proxy = await openProxy(ports, monitor.accountId, capture.proxy);
    const signal = context.cancellationSignal;
    const probe = monitorProbe(capture);
    const { accountId, spec } = request;
    const host = throttleKeyOf(spec.url);
    const waitForTurn = () => ports.navigationGate.waitForTurn(host, { signal, delayMs: 0 });
    const slots = { accountId, host, leaseId: runId };
    const { okStatus = usualStatuses, expect, changeOn, values: valueEntries = [] } = capture;
    const search = { signal, owner: accountId };
    const refuse = async (seen: SeenPage) => {
      // The run that read this document has judged it.
      if (seen.notModified === true) return;
      refuseChallenge(seen);
      refuseStatus(seen.page, (status) => !isAmong(status, okStatus), okHint);
      const demands = { required: expect?.present, forbidden: expect?.absent };
      await refuseText(seen.contents.text, demands, search);
    };
    const readsText = expect !== undefined || needsText(valueEntries);
    const flat = capture.text === true ? { flat: { controls: capture.selector !== undefined } } : {};
    const frameProbe = buildFrameProbe({ ...flat, values: valueEntries });
    const order = { jobId: runId, ...request, proxy, probe, frameProbe, readsText };
    const port = needsBrowser(capture) ? ports.capture : ports.httpCapture;
    const take = (before: KnownCapture | null) =>
      captureUnless(refuse, () =>
        unlessCrashing(ports, { url: spec.url, slots }, () =>
          ports.captureSlots.run({ ...slots, seconds: spec.timeout, keeps: willRetry }, () =>
            captureSignedIn(ports, { accountId, spec }, (signIn) =>
              port.capture(
                { ...order, ...(signIn !== undefined && { signIn }), validators: before?.validators },
                { signal, onStage: () => undefined, waitForTurn },
              ),
            ),
          ),
        ),
      );
    const earlier = needsBrowser(capture) ? null : await findKnown(ports.database, monitor);
    let capturedPage = await keepingPicture(ports, runPrefix(runId), () => take(earlier));
    const copied =
      capturedPage.notModified === true && earlier !== null ? await copyCapture(ports.objects, runId, earlier) : null;
    if (capturedPage.notModified === true && copied === null) capturedPage = await take(null);
    const storedCapture = copied ?? (await storeCapture(ports.objects, runId, { capturedPage, capture, monitor }));
    const values =
      copied?.values ?? (valueEntries.length === 0 ? undefined : await readValues(valueEntries, capturedPage, search));
    const judging = { memory: input.alertMemory, changeOn, values: valueEntries, readings: values ?? {}, search };
    const judgement = await judgeConditions(monitor, judging);
    const redirectedTo = redirectOf(spec.url, capturedPage.page.finalUrl);
    return {
      ...storedCapture,
      ...(values !== undefined && { values }),
      ...(redirectedTo !== null && { redirectedTo }),
      captureRev: monitor.captureRev,
      ...(judgement !== null && { judgement }),
    };
  } finally {
    clearInterval(heartbeat);
  }
}

type CaptureToStore = { capturedPage: CapturedPage; capture: MonitorCapture; monitor: MonitorRecord };

async function storeCapture(
  objects: ObjectStore,
  runId: string,
  { capturedPage, capture, monitor }: CaptureToStore,
): Promise<RunCapture> {
  const { screenshot, page, stepPictures } = capturedPage;
  const takes = takesPicture(capture);
  if (takes && screenshot === null) throw new RenderFailure("internal_error");
  const { ignoreRegions = [] } = capture;
  const { regions, elements, text } = readProbed(capturedPage.probed);
  const [pictures, regionsKey, elementsKey, storedText, keptStepPictures] = await Promise.all([
    screenshot === null ? null : putPictures(objects, runId, { screenshot, capture }),
    comparesRegions(capture) ? putList(objects, runId, { name: "regions", list: regions }) : null,
    takes && selectorsOf(ignoreRegions).length > 0
      ? putList(objects, runId, { name: "elements", list: elements })
      : null,
    capture.text === true
      ? storeText(objects, runId, {
          probed: text,
          isWhole: capture.selector !== undefined || capturedPage.document !== undefined,
          owner: monitor.accountId,
        })
      : null,
    stepPictures === undefined ? null : Promise.all(stepPictures.map((one) => putStepPicture(objects, runId, one))),
  ]);
  const { statusCode, title, contentType, steps, frames, warnings } = page;
  return {
    ...pictures,
    regionsKey,
    ...(elementsKey !== null && { elementsKey }),
    ...(storedText !== null && { text: storedText }),
    ...(keptStepPictures !== null && { stepPictures: keptStepPictures }),
    page: {
      statusCode,
      title: cutChars(title, 500),
      contentType,
      ...(steps !== undefined && { steps }),
      ...(frames !== undefined && { frames }),
      ...(warnings !== undefined && { warnings }),
    },
    ...(capturedPage.contents.isEmpty && { isEmpty: true }),
    ...(capturedPage.validators !== undefined && { validators: validatorsFor(monitor, capturedPage.validators) }),
  };
}

async function putStepPicture(objects: ObjectStore, runId: string, { name, ...picture }: StepPicture) {
  return { name, ...(await putPicture(objects, runId, { ...picture, name: stepOutput(name) })) };
}

type PicturesToStore = { screenshot: CapturedScreenshot; capture: MonitorCapture };

async function putPictures(
  objects: ObjectStore,
  runId: string,
  { screenshot, capture: { format = "jpg", quality = 80 } }: PicturesToStore,
): Promise<RunPictures> {
  const [lossless, delivered] = await Promise.all([
    putPicture(objects, runId, { ...screenshot, name: "capture" }),
    format === "png"
      ? null
      : putPicture(objects, runId, { ...(await toJpeg(screenshot, quality)), name: "screenshot" }),
  ]);
  return { lossless, screenshot: delivered ?? lossless };
}

/** The host of the address that the page led to; null if it is the watched one. A fragment and http in place of https do not count. */
function redirectOf(url: string, finalUrl: string): string | null {
  const [watched, final] = [new URL(url), URL.parse(finalUrl)];
  if (final === null || (watched.host === final.host && pathOf(watched) === pathOf(final))) return null;
  return final.host;
}

function pathOf({ pathname, search }: URL): string {
  return `${pathname}${search}`;
}

async function toJpeg(picture: CapturedScreenshot, quality: number): Promise<CapturedScreenshot> {
  const { width, height } = picture;
  // A JPEG cannot have more rows. The lossless picture is delivered instead.
  if (height > 65_500) return picture;
  const bytes = await sharp(picture.bytes, { limitInputPixels: false })
    .flatten({ background: "#fff" })
    .jpeg({ quality })
    .toBuffer();
  return { bytes, width, height, format: "jpg" };
}

/** A monitor's capture with opened secrets. It must not leave the activity. */
export type MonitorCaptureRequest = {
  capture: MonitorCapture;
  request: Pick<CaptureRequest, "accountId" | "spec" | "headers" | "cookies" | "texts" | "steps">;
};

/** Opens the secrets of a monitor's capture. The picture is always a PNG, as comparisons need a lossless one. */
export function openCapture(keyRing: KeyRing, { _id, accountId, spec }: MonitorRecord): MonitorCaptureRequest {
  const reveal = (field: string, sealed: Sealed) => open(keyRing, sealed, { accountId, entityId: _id, field });
  const { captureSecrets: secrets } = spec;
  // The API validated this JSON before sealing it, and GCM proves that it is unchanged.
  const capture: MonitorCapture = JSON.parse(spec.capture);
  const sealedOptions: Pick<MonitorCaptureInput, SealedOption> = {};
  for (const name of sealedOptionNames) {
    const value = secrets[name];
    if (value !== undefined) sealedOptions[name] = JSON.parse(reveal(captureField(name), value));
  }
  const { cookies = [], css, script, steps = [], clickSelectors = [] } = sealedOptions;
  const texts = { ...(css !== undefined && { css }), ...(script !== undefined && { script }) };
  const target = { url: reveal("url", spec.url), sealedFor: _id };
  const request = { accountId, headers: headersOf(sealedOptions), cookies, texts, steps };
  return { capture, request: { ...request, spec: toSpec({ ...capture, clickSelectors }, target) } };
}

/** The effective options of a run. The picture, if it takes one, is a PNG of the whole page by default. */
function toSpec(
  capture: MonitorCapture & Pick<MonitorCaptureInput, "clickSelectors">,
  { url, sealedFor }: Pick<RenderSpec, "url" | "sealedFor">,
): RenderSpec {
  return {
    url,
    sealedFor,
    cache: false,
    ...pageSpecOf(capture),
    screenshot: takesPicture(capture) ? screenshotOf({ fullPage: true, ...capture, format: "png" }) : null,
    extracts: [],
  };
}
