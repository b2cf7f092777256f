import { markSeen } from "#data/pageChanges.ts";
import type { PageChangeRecord } from "#schemas/monitor/pageChange.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { acknowledge, readMonitor, withdrawAcknowledgement } from "../monitors/store.ts";
import type { ApiPorts } from "../ports.ts";
import { markUnseen, readPageChange, writeNote } from "./store.ts";

/** A caller's act on one change, by its id. */
type Act = { caller: Caller; id: string };

/**
 * Keeps the old baseline of a change. The change is marked as seen and its incident acknowledged, so that no message says
 * again that it is open. A message follows if the page changes further.
 * @throws ApiError `not_found`, or `baseline_rolls` if the baseline moves by itself.
 */
export async function keepBaseline(
  ports: ApiPorts,
  { caller: { accountId, keyId }, id, reason }: Act & { reason: string | undefined },
): Promise<PageChangeRecord> {
  const { database } = ports;
  const found = await readPageChange(database, accountId, id);
  const monitor = await readMonitor(database, accountId, found.monitorId);
  if (monitor.spec.baselineMode === "rolling") throw new ApiError("baseline_rolls");
  const now = ports.now();
  if (monitor.state.incident?.type === "change") await acknowledge(database, monitor, now);
  const noted = reason === undefined || reason === "" ? found : await writeNote(database, found, reason);
  return markSeen(database, noted, { decision: "kept", by: keyId, now });
}

/** Takes a decision back. For a kept baseline, messages about the incident may be sent again. @throws ApiError `not_found`. */
export async function reopenChange(ports: ApiPorts, { caller: { accountId }, id }: Act): Promise<PageChangeRecord> {
  const { database } = ports;
  const found = await readPageChange(database, accountId, id);
  if (found.decision === "kept") {
    const monitor = await database.monitors.findOne({ _id: found.monitorId });
    if (monitor?.state.incident?.type === "change") await withdrawAcknowledgement(database, monitor, ports.now());
  }
  return markUnseen(database, found);
}
