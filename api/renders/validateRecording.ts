import type { FieldProblem } from "#schemas/common.ts";
import { recordingOf } from "#schemas/renders/recording.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";

type TimedRequest = Pick<RenderRequest, "delay" | "recording" | "timeout">;

/** The problems of a recording beyond its schema. It needs time beside the loading and the capture, as a delay does. */
export function checkRecording({ delay = 0, recording, timeout = 30 }: TimedRequest): FieldProblem[] {
  if (recording === undefined) return [];
  const { seconds } = recordingOf(recording);
  if (delay + seconds <= timeout / 2) return [];
  const sum = delay > 0 ? `must, with delay (${delay}),` : "must";
  const message = `${sum} be at most half of timeout, which is ${timeout} seconds: raise timeout, or record fewer seconds`;
  return [{ field: "recording.seconds", message }];
}
