import type { FieldProblem } from "#schemas/common.ts";
import type { Reply } from "./route.ts";

/** The reply with its warnings: in its JSON, or in a header beside its bytes. */
export function withWarnings<Made extends Reply>(reply: Made, warnings: readonly FieldProblem[]): Made {
  if (warnings.length === 0) return reply;
  const json = "json" in reply ? reply.json : undefined;
  if (typeof json === "object" && json !== null) return { ...reply, json: { ...json, warnings } };
  return { ...reply, headers: { ...reply.headers, "X-Warnings": JSON.stringify(warnings) } };
}
