import { Type } from "typebox";
import { literals } from "#schemas/common.ts";
import { open } from "../http/auth.ts";
import { routesOf } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";

const defineRoute = routesOf({ tag: "Service", errorShape: "submit" });

const Part = literals(["up", "away"]);
const Live = Type.Object(
  { success: Type.Literal(true), status: Type.Literal("live") },
  { additionalProperties: false },
);
const Readiness = Type.Object(
  {
    success: Type.Boolean(),
    status: literals(["ready", "draining", "away"]),
    parts: Type.Object({ mongodb: Part, temporal: Part, objects: Part }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);

/** Whether the process runs. */
export const live = defineRoute({
  id: "getLiveness",
  method: "GET",
  path: "/health/live",
  summary: "Check whether the process runs",
  auth: open,
  responses: { 200: { description: "The process runs.", json: Live } },
  errors: [],
  handle: () => ({ status: 200, json: { success: true, status: "live" } }),
});

/** Whether traffic should come here: every part answers and the process is not about to end. */
export const ready = defineRoute({
  id: "getReadiness",
  method: "GET",
  path: "/health/ready",
  summary: "Check whether the service accepts work",
  auth: open,
  responses: {
    200: { description: "Every part answers.", json: Readiness },
    503: {
      description: "A part is unavailable, or the process is stopping.",
      json: Readiness,
      headers: ["Retry-After"],
    },
  },
  errors: [],
  async handle(_input, ports) {
    const parts = await checkParts(ports);
    if (ports.lifecycle.draining()) return refusal("draining", parts);
    if (Object.values(parts).includes("away")) return refusal("away", parts);
    return { status: 200, json: { success: true, status: "ready", parts } };
  },
});

type Parts = { mongodb: "up" | "away"; temporal: "up" | "away"; objects: "up" | "away" };

function refusal(status: "draining" | "away", parts: Parts) {
  return { status: 503, headers: { "Retry-After": "5" }, json: { success: false, status, parts } } as const;
}

async function checkParts({ database, orchestrator, objects, log }: ApiPorts): Promise<Parts> {
  const state = async (part: string, ping: () => Promise<void>): Promise<"up" | "away"> => {
    try {
      await ping();
      return "up";
    } catch (err) {
      log.debug({ err, part }, "a part does not answer");
      return "away";
    }
  };
  const [mongodb, temporal, store] = await Promise.all([
    state("mongodb", () => database.ping()),
    state("temporal", () => orchestrator.ping()),
    state("objects", () => objects.ping()),
  ]);
  return { mongodb, temporal, objects: store };
}
