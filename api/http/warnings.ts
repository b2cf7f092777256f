import type { FieldProblem } from "#schemas/common.ts";
import type { Reply } from "./exchange.ts";

/** Top-level names of a body or query as it was sent. */
export function namesOf(raw: unknown): ReadonlySet<string> {
  return new Set(typeof raw === "object" && raw !== null ? Object.keys(raw) : []);
}

/** One part of a body as it was sent; undefined where there is none. */
export function partOf(raw: unknown, name: string): unknown {
  return typeof raw === "object" && raw !== null ? Object.entries(raw).find(([key]) => key === name)?.[1] : undefined;
}

/** The reply with its warnings: in its JSON, or in a header beside its bytes. */
export function withWarnings<Made extends Reply>(reply: Made, warnings: readonly FieldProblem[]): Made {
  if (warnings.length === 0) return reply;
  const json = "json" in reply ? reply.json : undefined;
  if (typeof json === "object" && json !== null) return { ...reply, json: { ...json, warnings } };
  return { ...reply, headers: { ...reply.headers, "X-Warnings": JSON.stringify(warnings) } };
}
