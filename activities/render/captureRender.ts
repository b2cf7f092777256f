import { Context } from "@temporalio/activity";
import type { JobStage, RenderOutcome } from "#schemas/job.ts";
import type { ExtractName } from "#schemas/extracts/extracts.ts";
import { contentTypeOf, stepOutput, type Timings } from "#schemas/outputs.ts";
import { recordingTypes } from "#schemas/renders/recording.ts";
import type { Cookie } from "#schemas/options/visitor.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { open } from "#vault/open.ts";
import type { RenderJobInput } from "#orders/inputs.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import { discoveryExtracts, putDiscovery } from "../crawl/discovery.ts";
import type { ExtractedOutput } from "../extract/extractor.ts";
import { buildFrameProbe, framePartsOf } from "../extract/frameProbe.ts";
import { buildProbe, runExtractors, watchesFor } from "../extract/registry.ts";
import { needsText, readValues } from "../extract/values/readValues.ts";
import { isAmong } from "#rules/statuses.ts";
import { isDeferred, willRetry } from "../failures.ts";
import { captureUnless } from "./refusePage.ts";
import { refuseRequests } from "./refuseRequests.ts";
import { refuseStatus } from "./refuseStatus.ts";
import { refuseText } from "./refuseText.ts";
import { openProxy } from "../proxies/openProxy.ts";
import { captureSignedIn } from "./captureSignedIn.ts";
import { watchProgress } from "../heartbeat.ts";
import type { ActivityPorts, CapturedPage, PageWatch, SeenPage } from "../ports.ts";
import { keepingPicture } from "../store/failurePicture.ts";
import { type Output, outputPrefix, putOutputs } from "../store/outputs.ts";
import { warnOfChallenge } from "./challenged.ts";
import { unlessCrashing } from "./crashingPages.ts";
import { fillStoredSecrets } from "./fillSecrets.ts";
import { openTexts } from "./openTexts.ts";
import { stepsFor } from "./stepsFor.ts";

/** Input of `captureRender`. `leaseId` defaults to the job's id; a job with several captures needs one for each. */
export type CaptureRenderInput = RenderJobInput & { leaseId?: string };

/**
 * Renders one page: opens it, captures picture and extracts, and stores both in the object store. It is one activity, as a
 * page cannot move between processes. A retry is safe: only the last result is recorded.
 */
export async function captureRender(ports: ActivityPorts, input: CaptureRenderInput): Promise<RenderOutcome> {
  const startedAt = new Date();
  const { jobId, attempt, spec } = input;
  const progress = watchProgress(ports, { jobId, attempt, startedAt, stage: "navigating" });
  try {
    const { failOnStatus = [], failOnText, failOnRequests, extractValues } = spec;
    const search = { signal: Context.current().cancellationSignal, owner: input.accountId };
    const refuse = async (seen: SeenPage) => {
      refuseStatus(seen.page, (status) => isAmong(status, failOnStatus));
      refuseRequests(seen.contents.failedRequests, failOnRequests);
      const demands = { required: failOnText?.absent, forbidden: failOnText?.present };
      await refuseText(seen.contents.text, demands, search);
    };
    const capturedPage = await keepingPicture(ports, outputPrefix(jobId), () =>
      captureUnless(refuse, () => capture(ports, input, progress.onStage)),
    );
    const extractedOutputs = await runExtractors(extractsOf(spec), capturedPage, {
      finalUrl: capturedPage.page.finalUrl,
      isDocument: capturedPage.document !== undefined,
      owner: input.accountId,
    });
    const values = extractValues === undefined ? undefined : await readValues(extractValues, capturedPage, search);
    logWarning(ports, jobId, extractedOutputs);
    const extractedAt = Date.now();
    progress.onStage("uploading");
    const requested = extractedOutputs.filter(({ name }) => spec.extracts.includes(name));
    const [outputs, discovery] = await Promise.all([
      putOutputs(ports.objects, jobId, [...filesOf(capturedPage), ...requested.map(toOutput)]),
      spec.crawl === undefined ? null : putDiscovery(ports.objects, jobId, extractedOutputs),
    ]);
    const timings = timingsOf(capturedPage, { acceptedAt: Date.parse(input.acceptedAt), startedAt, extractedAt });
    return {
      page: warnOfChallenge(capturedPage),
      timings,
      outputs,
      ...(values !== undefined && { values }),
      ...(discovery !== null && { discovery }),
      startedAt: startedAt.toISOString(),
    };
  } catch (error) {
    // A success returns its start. After a failure, only this write shows that the job began.
    if (!isDeferred(error)) progress.show();
    throw error;
  } finally {
    await progress.stop();
  }
}

/** The extracts to read: those that the caller requested, and those in which a crawl finds further pages. */
function extractsOf({ extracts, crawl }: RenderSpec): readonly ExtractName[] {
  return crawl === undefined ? extracts : [...new Set([...extracts, ...discoveryExtracts])];
}

async function capture(
  ports: ActivityPorts,
  input: CaptureRenderInput,
  onStage: (stage: JobStage) => void,
): Promise<CapturedPage> {
  const { jobId, accountId, spec, throttled, leaseId = jobId } = input;
  const host = throttleKeyOf(spec.url);
  const texts = await openTexts(ports, { accountId, ids: spec.texts });
  const named = { ...openSecrets(ports, input), steps: stepsFor(spec, texts) };
  const { headers, cookies, steps } = await fillStoredSecrets(ports, accountId, named);
  const { failOnText, failOnRequests, extractValues = [] } = spec;
  const readsText = failOnText !== undefined || needsText(extractValues);
  const probe = buildProbe(extractsOf(spec), extractValues);
  const frameProbe = buildFrameProbe(framePartsOf(extractsOf(spec), extractValues));
  const watches: PageWatch[] = watchesFor(extractsOf(spec));
  if (failOnRequests !== undefined) watches.push("failedRequests");
  const proxy = await openProxy(ports, accountId, spec.proxy);
  const request = {
    jobId,
    accountId,
    spec,
    headers,
    cookies,
    texts,
    steps,
    proxy,
    readsText,
    probe,
    frameProbe,
    watches,
  };
  const signal = Context.current().cancellationSignal;
  const waitForTurn = () => ports.navigationGate.waitForTurn(host, { signal, delayMs: spec.crawl?.delayMs ?? 0 });
  const slots = { accountId, host: throttled ? host : null, leaseId };
  return unlessCrashing(ports, { url: spec.url, slots }, () =>
    ports.captureSlots.run({ ...slots, seconds: spec.timeout, keeps: willRetry }, () =>
      captureSignedIn(ports, { accountId, spec }, (signIn) =>
        ports.capture.capture(
          { ...request, ...(signIn !== undefined && { signIn }) },
          { signal, onStage, ...(throttled && { waitForTurn }) },
        ),
      ),
    ),
  );
}

function openSecrets({ keyRing }: ActivityPorts, { accountId, spec }: { accountId: string; spec: RenderSpec }) {
  const reveal = (field: "headers" | "cookies") => {
    const sealed = spec[field];
    return sealed === undefined ? null : open(keyRing, sealed, { accountId, entityId: spec.sealedFor, field });
  };
  // The API validated this JSON before sealing it, and GCM proves that it is unchanged.
  const headers: Record<string, string> = JSON.parse(reveal("headers") ?? "{}");
  const cookies: Cookie[] = JSON.parse(reveal("cookies") ?? "[]");
  return secretsForOrigin(spec, { headers, cookies });
}

type Instants = { acceptedAt: number; startedAt: Date; extractedAt: number };

/** Durations in milliseconds. */
function timingsOf({ timings }: CapturedPage, { acceptedAt, startedAt, extractedAt }: Instants): Timings {
  const { navigation, capture: captureMs } = timings;
  const now = Date.now();
  const started = startedAt.getTime();
  return {
    queued: Math.max(0, started - acceptedAt),
    navigation,
    capture: captureMs,
    extraction: Math.max(0, extractedAt - started - navigation - captureMs),
    upload: Math.max(0, now - extractedAt),
    total: Math.max(0, now - acceptedAt),
  };
}

function filesOf(captured: CapturedPage): Output[] {
  return [...pictureOf(captured), ...pdfOf(captured), ...recordingOf(captured), ...stepPicturesOf(captured)];
}

function pictureOf({ screenshot }: CapturedPage): Output[] {
  if (screenshot === null) return [];
  const { isCut = false, ...facts } = screenshot;
  const contentType = contentTypeOf(facts.format);
  return [{ name: "screenshot", contentType, ...facts, ...(isCut && { truncated: ["screenshot"] }) }];
}

function stepPicturesOf({ stepPictures = [] }: CapturedPage): Output[] {
  return stepPictures.map(({ name, ...facts }) => ({
    name: stepOutput(name),
    contentType: contentTypeOf(facts.format),
    ...facts,
  }));
}

function pdfOf({ pdf }: CapturedPage): Output[] {
  return pdf === null ? [] : [{ name: "pdf", contentType: "application/pdf", ...pdf }];
}

function recordingOf({ recording }: CapturedPage): Output[] {
  if (recording === null) return [];
  const { format, ...facts } = recording;
  return [{ name: "recording", contentType: recordingTypes[format], ...facts }];
}

function logWarning({ logger }: ActivityPorts, jobId: string, extracted: readonly ExtractedOutput[]): void {
  for (const { name, warning } of extracted) {
    if (warning !== undefined) logger.warn({ jobId, extract: name, warning }, "extract is incomplete");
  }
}

function toOutput({ name, contentType, bytes, truncated }: ExtractedOutput): Output {
  return { name, contentType, bytes, ...(truncated !== undefined && { truncated }) };
}

/** The caller's headers and cookies for a page. */
type PageSecrets = { headers: Record<string, string>; cookies: Cookie[] };

/**
 * The headers and cookies that a page gets. A crawl's secrets are for the origin of its start page. A page of another origin
 * gets no headers, and only cookies with a domain that covers its host, as in a browser.
 */
function secretsForOrigin({ url, crawl }: RenderSpec, secrets: PageSecrets): PageSecrets {
  const { origin, hostname } = new URL(url);
  if (crawl === undefined || crawl.origin === origin) return secrets;
  return {
    headers: {},
    cookies: secrets.cookies.filter(({ domain }) => domain !== undefined && cookieDomainCovers(domain, hostname)),
  };
}

/** Whether a cookie of this domain goes to the host. */
function cookieDomainCovers(domain: string, host: string): boolean {
  const canonical = URL.parse(`http://${domain.replace(/^\./, "")}`)?.hostname;
  return canonical !== undefined && (host === canonical || host.endsWith(`.${canonical}`));
}
