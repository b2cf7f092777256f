import { Context } from "@temporalio/activity";
import type { JobOutcome, JobStage } from "#schemas/job.ts";
import type { ExtractName } from "#schemas/outputs.ts";
import type { Cookie, RenderSpec } from "#schemas/render.ts";
import { open } from "#vault/open.ts";
import type { RenderJobInput } from "#workflows/messages.ts";
import { buildProbe } from "./extract/buildProbe.ts";
import type { ExtractedOutput } from "./extract/extractor.ts";
import { runExtractors } from "./extract/runExtractors.ts";
import type { ActivityPorts, CapturedPage } from "./ports.ts";
import { markStarted, reportStage } from "./project/jobProgress.ts";
import { type Output, putOutputs } from "./store/putOutputs.ts";

/** JSON of the metadata extract that may ride along in the result, characters. */
const inlineMetadata = 16_384;

/**
 * Renders one page: opens it, takes its picture and extracts, and puts both into the object store.
 * One activity, because a page can't cross processes. Running it again is safe: nothing but the last result is recorded.
 */
export async function captureRender(ports: ActivityPorts, input: RenderJobInput): Promise<JobOutcome> {
  const startedAt = new Date();
  const { jobId, spec } = input;
  const progress = watchProgress(ports, jobId);
  const started = markStarted(ports.database, { jobId, at: startedAt });
  try {
    const [captured] = await Promise.all([capture(ports, input, progress.onStage), started]);
    const extracted = await runExtractors(spec.extracts, captured.probed, captured.page);
    noteTrouble(ports, jobId, extracted);
    const extractedAt = Date.now();
    progress.onStage("uploading");
    const outputs = await putOutputs(ports.objects, jobId, [...pictureOf(captured), ...extracted.map(toOutput)]);
    const uploadedAt = Date.now();
    const { navigation, capture: shot } = captured.timings;
    const spent = navigation + shot;
    const queued = Math.max(0, startedAt.getTime() - Date.parse(input.acceptedAt));
    return {
      page: captured.page,
      timings: {
        queued,
        navigation,
        capture: shot,
        extraction: Math.max(0, extractedAt - startedAt.getTime() - spent),
        upload: uploadedAt - extractedAt,
        total: queued + uploadedAt - startedAt.getTime(),
      },
      outputs,
      ...metadataOf(extracted),
    };
  } finally {
    progress.stop();
  }
}

function capture(
  ports: ActivityPorts,
  input: RenderJobInput,
  onStage: (stage: JobStage) => void,
): Promise<CapturedPage> {
  const { jobId, accountId, spec } = input;
  const { headers, cookies } = openSecrets(ports, input);
  const request = { jobId, accountId, spec, headers, cookies, probe: buildProbe(spec.extracts) };
  return ports.capture.capture(request, { signal: Context.current().cancellationSignal, onStage });
}

function openSecrets(
  { keyRing }: ActivityPorts,
  { jobId, accountId, spec }: { jobId: string; accountId: string; spec: RenderSpec },
) {
  const reveal = (field: "headers" | "cookies") => {
    const sealed = spec[field];
    return sealed === undefined ? null : open(keyRing, sealed, { accountId, entityId: jobId, field });
  };
  // The API sealed JSON of exactly these shapes, after validating it, and GCM proves that nobody changed it.
  const headers: Record<string, string> = JSON.parse(reveal("headers") ?? "{}");
  const cookies: Cookie[] = JSON.parse(reveal("cookies") ?? "[]");
  return { headers, cookies };
}

/** Heartbeats every second, which is also how a cancellation arrives; writes the stage to the record only where it lasts. */
function watchProgress({ database, logger }: ActivityPorts, jobId: string) {
  const context = Context.current();
  let stage: JobStage = "navigating";
  let shown: JobStage = stage;
  const timer = setInterval(() => {
    context.heartbeat(stage);
    if (stage === shown) return;
    shown = stage;
    reportStage(database, { jobId, stage }).catch((error: unknown) =>
      logger.warn({ jobId, error }, "stage not written"),
    );
  }, 1_000);
  return {
    onStage: (next: JobStage) => {
      stage = next;
    },
    stop: () => clearInterval(timer),
  };
}

function pictureOf({ screenshot }: CapturedPage): Output[] {
  if (screenshot === null) return [];
  const { bytes, format, width, height } = screenshot;
  return [
    { name: "screenshot", contentType: format === "jpg" ? "image/jpeg" : "image/png", format, width, height, bytes },
  ];
}

function noteTrouble({ logger }: ActivityPorts, jobId: string, extracted: readonly ExtractedOutput[]): void {
  for (const { name, trouble } of extracted) {
    if (trouble !== undefined) logger.warn({ jobId, extract: name, trouble }, "extract poorer than it should be");
  }
}

function toOutput({ name, contentType, bytes, truncated }: ExtractedOutput): Output {
  return { name, contentType, bytes, ...(truncated !== undefined && { truncated }) };
}

function metadataOf(extracted: readonly ExtractedOutput[]): { metadata?: string } {
  const name: ExtractName = "metadata";
  const found = extracted.find((output) => output.name === name);
  return found === undefined || found.bytes.byteLength > inlineMetadata
    ? {}
    : { metadata: found.bytes.toString("utf8") };
}
