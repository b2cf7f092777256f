import type { MonitorPatch, MonitorRecord } from "#schemas/monitor.ts";
import { monitorInput, type WorkflowSignal } from "#workflows/messages.ts";
import { checkRecipients } from "./acceptance/checkRecipients.ts";
import { checkInterval, writeChange } from "./acceptance/acceptMonitor.ts";
import { ApiError } from "./apiError.ts";
import type { Caller } from "./auth.ts";
import type { ApiPorts } from "./ports.ts";
import { readMonitor } from "./reads/monitors.ts";

/** Times a change is tried when others change the same monitor at once. */
const tries = 5;

/**
 * Changes a monitor: the record at once, its workflow by a signal. Should the signal get lost, the workflow reads the
 * record again before its next run. Rejects with `not_found`, or with `plan_limit` for what the plan forbids.
 */
export async function changeMonitor(
  ports: ApiPorts,
  { caller, monitorId, change }: { caller: Caller; monitorId: string; change: MonitorPatch },
): Promise<MonitorRecord> {
  if (change.intervalMinutes !== undefined) checkInterval(caller.plan, change.intervalMinutes);
  await checkRecipients(ports.database, caller.accountId, change);
  for (let count = 0; count < tries; count += 1) {
    const found = await readMonitor(ports.database, caller.accountId, monitorId);
    if (change.status === "active") refuseLimited(caller, found, change);
    const changed = await writeChange(ports, found, change);
    if (changed === null) continue;
    await tellMonitor(ports, changed, { name: "changed", args: [] });
    return changed;
  }
  throw new ApiError("unavailable", { message: "The monitor is being changed by others; try again.", retryAfter: 1 });
}

/** An interval the plan forbids keeps a monitor from being active, whatever else is asked. */
function refuseLimited({ plan }: Caller, { spec }: MonitorRecord, change: MonitorPatch): void {
  checkInterval(plan, change.intervalMinutes ?? spec.intervalMinutes);
}

/** Signals a monitor's workflow; where Temporal is away, that is logged and left to the workflow's own reading. */
export async function tellMonitor(ports: ApiPorts, record: MonitorRecord, signal: WorkflowSignal): Promise<boolean> {
  try {
    return await ports.orchestrator.signal({ type: "monitor", input: monitorInput(record) }, signal);
  } catch (err) {
    ports.log.warn({ err, accountId: record.accountId, monitorId: record._id }, "a monitor could not be told");
    return false;
  }
}
