import type { FieldProblem } from "#schemas/common.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";

/** A verdict by the text or by values needs them. The capture is that after the change. */
export function checkText({ text, values = [], changeOn = "picture" }: MonitorCapture): FieldProblem[] {
  if (changeOn === "values" && values.length === 0) {
    return [
      { field: "capture.values", message: "must have a value if changeOn is values, or set changeOn to picture" },
    ];
  }
  if (text === true || changeOn === "picture" || changeOn === "values") return [];
  return [{ field: "capture.text", message: `must be true if changeOn is ${changeOn}, or set changeOn to picture` }];
}
