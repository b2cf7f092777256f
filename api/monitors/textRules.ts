import { RE2JS, RE2JSException } from "re2js";
import type { FieldProblem } from "#schemas/common.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";

/** A verdict by the text needs the text. `shown` is the capture after the change. */
export function checkText({ text, changeOn = "picture" }: MonitorCapture): FieldProblem[] {
  if (text === true || changeOn === "picture") return [];
  return [{ field: "capture.text", message: `must be true if changeOn is ${changeOn}, or set changeOn to picture` }];
}

/** Maximum characters of an engine's message that an error repeats. */
const maxReasonChars = 200;

/** The problem of a pattern of `ignoreText` that RE2 does not accept. */
export function checkPattern(pattern: string, index: number): FieldProblem[] {
  try {
    RE2JS.compile(pattern, RE2JS.MULTILINE);
    return [];
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message
      .replace("error parsing regexp: ", "")
      .replaceAll("`(?m)", "`")
      .slice(0, maxReasonChars);
    const message = `is no RE2 pattern: ${reason}. Put a backslash before signs that stand for themselves; lookaround and backreferences do not exist`;
    return [{ field: `ignoreText.${index}`, message }];
  }
}
