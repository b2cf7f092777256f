import type { Client } from "@temporalio/client";
import type { Logger } from "#telemetry/logger.ts";
import { complaintAbout, probeTaskOrder } from "#temporal-config/taskOrder.ts";

/** Logs a warning where Temporal does not keep priority and fairness. Never rejects: a worker works without them, too. */
export async function checkTaskOrder(client: Client, logger: Logger): Promise<void> {
  try {
    const complaint = complaintAbout(await probeTaskOrder(client));
    if (complaint !== null) logger.warn(complaint);
  } catch (err) {
    logger.warn({ err }, "Whether Temporal keeps priority and fairness could not be tried");
  }
}
