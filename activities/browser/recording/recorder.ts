import { setTimeout as sleep } from "node:timers/promises";
import { recordingFrames, type RecordingSpec } from "#schemas/renders/recording.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { RenderFailure } from "../../failures.ts";
import type { CapturedRecording } from "../../ports.ts";
import type { CaptureGuard } from "../watch/guard.ts";
import { type HangRecovery, pageUnresponsive } from "../watch/hangRecovery.ts";
import { InnerScroller } from "../inPage/scrolling/innerScroller.ts";
import { SteadyScroller } from "../inPage/scrolling/steadyScroller.ts";
import { inPageObject } from "../inPage/world.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { type Encoder, type RecordingForm, type RecordingTools, startEncoder } from "./encoder.ts";
import { openScreencast, type Screencast } from "./screencast.ts";

/** The page to record, and what ends a recording. */
type RecordedPage = { lease: JobPage; guard: CaptureGuard; hangRecovery: HangRecovery };

/** The recording of one capture. */
export type Recorder = {
  /** Whether the job asks for a recording. */
  isNeeded: boolean;
  /** Records the page. The capture may go on then, while the rest is encoded. */
  record(run: RecordedPage): Promise<void>;
  /** The recording; null without one. @throws RenderFailure `recording_failed` or `page_too_large`. */
  finish(run: RecordedPage): Promise<CapturedRecording | null>;
  /** Ends what still runs, and removes all files. */
  dispose(): Promise<void>;
};

/** Time for the first frame of a page that has loaded. Chosen by eye. */
const maxFirstFrameMs = 4_000;
/** Time for encoding after the last frame. The encoder keeps pace with the frames, so it is usually much shorter. */
const maxFinishMs = 5_000;
/** Time for a page to return to its place. */
const maxReturnMs = 1_000;

/**
 * Creates the recorder of one capture. `tools` is null in a worker without ffmpeg.
 * @throws RenderFailure `recording_unavailable` if the job needs one.
 */
export function createRecorder(
  { recording: spec, viewport }: Pick<RenderSpec, "recording" | "viewport">,
  tools: RecordingTools | null,
): Recorder {
  if (spec === undefined)
    return { isNeeded: false, record: async () => {}, finish: async () => null, dispose: async () => {} };
  if (tools === null) throw new RenderFailure("recording_unavailable");
  let encoder: Encoder | null = null;
  const form = formOf(spec, viewport);
  const { width, height } = form;
  return {
    isNeeded: true,
    async record(run) {
      encoder = await startEncoder(tools, form);
      await recordPage(run, spec, { encoder, form });
    },
    async finish({ guard }) {
      if (encoder === null) throw new Error("The page was not recorded.");
      const finished = await guard.attempt(encoder.finish(), maxFinishMs);
      if (!finished.done) throw new RenderFailure("recording_failed", "It could not be encoded in time.");
      return { bytes: finished.value, format: spec.format, width, height, seconds: spec.seconds };
    },
    dispose: async () => encoder?.dispose(),
  };
}

/** The size of a recording: the viewport in CSS pixels, if it is not too large. */
function formOf({ format }: RecordingSpec, viewport: RenderSpec["viewport"]): RecordingForm {
  const { maxSidePx, perSecond } = recordingFrames[format];
  const scale = Math.min(1, maxSidePx / Math.max(viewport.width, viewport.height));
  const even = (side: number) => Math.max(2, 2 * Math.floor((side * scale) / 2));
  return { format, width: even(viewport.width), height: even(viewport.height), framesPerSecond: perSecond };
}

type Encoding = { encoder: Encoder; form: RecordingForm };

async function recordPage(run: RecordedPage, spec: RecordingSpec, encoding: Encoding): Promise<void> {
  const { lease, guard, hangRecovery } = run;
  const { maxSidePx } = recordingFrames[spec.format];
  const screencast = await guard.race(openScreencast(lease.session, maxSidePx));
  try {
    await hangRecovery.run(
      () => screencast.start,
      () => Math.min(maxFirstFrameMs, guard.remainingMs() / 3),
      pageUnresponsive,
    );
    const scrolling = spec.scroll ? startScrolling(run, spec) : null;
    await writeFrames(run, spec, { ...encoding, screencast });
    await scrolling?.return();
  } finally {
    await guard.race(screencast.stop());
  }
}

/**
 * Writes the newest frame at each tick, so that the file is as long as asked even if the page stands still. An encoder that is
 * late gets equal frames for the ticks that it missed.
 */
async function writeFrames(
  { guard }: RecordedPage,
  { seconds }: RecordingSpec,
  { encoder, form, screencast }: Encoding & { screencast: Screencast },
): Promise<void> {
  const tickMs = 1_000 / form.framesPerSecond;
  const ticks = Math.round(seconds * form.framesPerSecond);
  const startedAt = performance.now();
  for (let written = 0; written < ticks;) {
    await guard.race(sleep(Math.max(0, startedAt + written * tickMs - performance.now())));
    const due = Math.min(ticks, 1 + Math.floor((performance.now() - startedAt) / tickMs));
    const frame = screencast.newest();
    for (; written < due; written += 1) await guard.race(encoder.write(frame));
  }
}

/** Scrolls to the page's end meanwhile. `return` brings the page back to where it was. */
function startScrolling({ lease, guard, hangRecovery }: RecordedPage, { seconds }: RecordingSpec) {
  const scroller = inPageObject(lease.world, SteadyScroller, [InnerScroller]);
  // A page that hangs stays where it is.
  scroller.call("scroll", Date.now(), seconds * 1_000).catch(() => undefined);
  return {
    return: () =>
      hangRecovery.run(
        () => scroller.call("return"),
        () => Math.min(maxReturnMs, guard.remainingMs() / 4),
        () => undefined,
      ),
  };
}
