import type { FieldProblem } from "#schemas/common.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import { within } from "../http/errors.ts";
import { checkPage, rangeProblem } from "../renders/validatePage.ts";

/** The problems of shown options that their schemas cannot express, also of several together. */
export function checkTogether(capture: MonitorCapture): FieldProblem[] {
  const wrongRange = rangeProblem(capture.okStatus);
  const statuses = wrongRange === null ? [] : [{ field: "okStatus", message: wrongRange }];
  return [...within("capture", [...checkPage(capture), ...statuses]), ...checkText(capture)];
}

/** A verdict by the text or by values needs them. One kind of words excludes the other. The capture is that after the change. */
function checkText(capture: MonitorCapture): FieldProblem[] {
  const { text, values = [], changeOn = "picture", onlyAdded, onlyRemoved } = capture;
  if (onlyAdded === true && onlyRemoved === true) {
    const message = "must not be true with onlyAdded: true; omit both, and added and removed words count";
    return [{ field: "capture.onlyRemoved", message }];
  }
  if (changeOn === "values" && values.length === 0) {
    return [
      { field: "capture.values", message: "must have a value if changeOn is values, or set changeOn to picture" },
    ];
  }
  if (text === true || changeOn === "picture" || changeOn === "values") return [];
  return [{ field: "capture.text", message: `must be true if changeOn is ${changeOn}, or set changeOn to picture` }];
}
