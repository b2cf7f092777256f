import { Context } from "@temporalio/activity";
import type { JobStage, RenderOutcome } from "#schemas/job.ts";
import type { ExtractName, Timings } from "#schemas/outputs.ts";
import type { Cookie, RenderSpec } from "#schemas/renders/render.ts";
import { open } from "#vault/open.ts";
import type { RenderJobInput } from "#workflows/messages.ts";
import { discoveryExtracts, putDiscovery } from "../crawl/discovery.ts";
import type { ExtractedOutput } from "../extract/extractor.ts";
import { buildProbe, runExtractors } from "../extract/registry.ts";
import { isDeferred, willRetry } from "../failures.ts";
import { watchProgress } from "../heartbeat.ts";
import type { ActivityPorts, CapturedPage } from "../ports.ts";
import { type Output, putOutputs } from "../store/outputs.ts";

/** What is captured, and the name of its leaseId among captures: the job's id where it makes one capture. */
export type CaptureRenderInput = RenderJobInput & { leaseId?: string };

/**
 * Renders one page: opens it, takes its picture and extracts, and puts both into the object store.
 * One activity, because a page can't cross processes. Running it again is safe: nothing but the last result is recorded.
 */
export async function captureRender(ports: ActivityPorts, input: CaptureRenderInput): Promise<RenderOutcome> {
  const startedAt = new Date();
  const { jobId, attempt, spec } = input;
  const progress = watchProgress(ports, { jobId, attempt, startedAt, stage: "navigating" });
  try {
    const captured = await capture(ports, input, progress.onStage);
    const extracted = await runExtractors(extractsOf(spec), captured.probed, captured.page);
    logWarning(ports, jobId, extracted);
    const extractedAt = Date.now();
    progress.onStage("uploading");
    const asked = extracted.filter(({ name }) => spec.extracts.includes(name));
    const [outputs, discovery] = await Promise.all([
      putOutputs(ports.objects, jobId, [...pictureOf(captured), ...asked.map(toOutput)]),
      spec.crawl === undefined ? null : putDiscovery(ports.objects, jobId, extracted),
    ]);
    const timings = timingsOf(captured, { acceptedAt: Date.parse(input.acceptedAt), startedAt, extractedAt });
    return {
      page: captured.page,
      timings,
      outputs,
      ...(discovery !== null && { discovery }),
      startedAt: startedAt.toISOString(),
    };
  } catch (error) {
    // A success carries its start along; a failure would leave the job as if it had never been taken up.
    if (!isDeferred(error)) progress.show();
    throw error;
  } finally {
    await progress.stop();
  }
}

/** What is read from the page: what the caller asked for, and what a crawl needs to go on. */
function extractsOf({ extracts, crawl }: RenderSpec): readonly ExtractName[] {
  return crawl === undefined ? extracts : [...new Set([...extracts, ...discoveryExtracts])];
}

function capture(
  ports: ActivityPorts,
  input: CaptureRenderInput,
  onStage: (stage: JobStage) => void,
): Promise<CapturedPage> {
  const { jobId, accountId, spec, host, throttled, leaseId = jobId } = input;
  const { headers, cookies } = openSecrets(ports, input);
  const request = { jobId, accountId, spec, headers, cookies, probe: buildProbe(extractsOf(spec)) };
  const signal = Context.current().cancellationSignal;
  const waitForTurn = () => ports.navigationGate.waitForTurn(host, { signal, delayMs: spec.crawl?.delayMs ?? 0 });
  const places = { accountId, host: throttled ? host : null, leaseId };
  return ports.captureSlots.run({ ...places, seconds: spec.timeout, keeps: willRetry }, () =>
    ports.capture.capture(request, { signal, onStage, ...(throttled && { waitForTurn }) }),
  );
}

function openSecrets({ keyRing }: ActivityPorts, { accountId, spec }: { accountId: string; spec: RenderSpec }) {
  const reveal = (field: "headers" | "cookies") => {
    const sealed = spec[field];
    return sealed === undefined ? null : open(keyRing, sealed, { accountId, entityId: spec.sealedFor, field });
  };
  // The API sealed JSON of exactly these shapes, after validating it, and GCM proves that it is unchanged.
  const headers: Record<string, string> = JSON.parse(reveal("headers") ?? "{}");
  const cookies: Cookie[] = JSON.parse(reveal("cookies") ?? "[]");
  return secretsForOrigin(spec, { headers, cookies });
}

type Instants = { acceptedAt: number; startedAt: Date; extractedAt: number };

function timingsOf({ timings }: CapturedPage, { acceptedAt, startedAt, extractedAt }: Instants): Timings {
  const { navigation, capture: shot } = timings;
  const now = Date.now();
  const began = startedAt.getTime();
  return {
    queued: Math.max(0, began - acceptedAt),
    navigation,
    capture: shot,
    extraction: Math.max(0, extractedAt - began - navigation - shot),
    upload: Math.max(0, now - extractedAt),
    total: Math.max(0, now - acceptedAt),
  };
}

function pictureOf({ screenshot }: CapturedPage): Output[] {
  if (screenshot === null) return [];
  const { bytes, format, width, height } = screenshot;
  return [
    { name: "screenshot", contentType: format === "jpg" ? "image/jpeg" : "image/png", format, width, height, bytes },
  ];
}

function logWarning({ logger }: ActivityPorts, jobId: string, extracted: readonly ExtractedOutput[]): void {
  for (const { name, warning } of extracted) {
    if (warning !== undefined)
      logger.warn({ jobId, extract: name, trouble: warning }, "extract poorer than it should be");
  }
}

function toOutput({ name, contentType, bytes, truncated }: ExtractedOutput): Output {
  return { name, contentType, bytes, ...(truncated !== undefined && { truncated }) };
}

/** What goes along with the requests for a page. */
type PageSecrets = { headers: Record<string, string>; cookies: Cookie[] };

/**
 * The headers and cookies a page gets. Those of a crawl were given for its start: a page of another origin gets no header,
 * and only the cookies whose domain covers its host, as a browser would have it.
 */
function secretsForOrigin({ url, crawl }: RenderSpec, secrets: PageSecrets): PageSecrets {
  const { origin, hostname } = new URL(url);
  if (crawl === undefined || crawl.origin === origin) return secrets;
  return {
    headers: {},
    cookies: secrets.cookies.filter(({ domain }) => domain !== undefined && covers(domain, hostname)),
  };
}

function covers(domain: string, host: string): boolean {
  const canonical = URL.parse(`http://${domain.replace(/^\./, "")}`)?.hostname;
  return canonical !== undefined && (host === canonical || host.endsWith(`.${canonical}`));
}
