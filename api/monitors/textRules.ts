import type { FieldProblem } from "#schemas/common.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";

/** A verdict by the text needs the text. `shown` is the capture after the change. */
export function checkText({ text, changeOn = "picture" }: MonitorCapture): FieldProblem[] {
  if (text === true || changeOn === "picture") return [];
  return [{ field: "capture.text", message: `must be true if changeOn is ${changeOn}, or set changeOn to picture` }];
}
