import { createHash } from "node:crypto";
import type { Database } from "#data/mongo.ts";
import type { ObjectStore } from "#data/objects.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunCapture, Validators } from "#schemas/monitor/run.ts";
import type { PageValidators } from "../ports.ts";
import { putText } from "./runObjects.ts";

/** The capture of the run before, which may still be that of the page. */
export type KnownCapture = RunCapture & { validators: Validators };

/** The last run's capture if its server named the document and the monitor's settings are the same; null otherwise. */
export async function findKnown({ runs }: Database, monitor: MonitorRecord): Promise<KnownCapture | null> {
  const last = await runs.findOne({ monitorId: monitor._id, status: "completed" }, { sort: { _id: -1 } });
  const capture = last?.capture;
  if (capture?.validators?.settings !== settingsOf(monitor)) return null;
  return { ...capture, validators: capture.validators };
}

/** The names that the server gave the document, with the settings that it was read by. */
export function validatorsFor(monitor: MonitorRecord, named: PageValidators): Validators {
  return { ...named, settings: settingsOf(monitor) };
}

/**
 * The capture once more, for another run: its text becomes an object of that run, as each run's objects are removed with it.
 * Null if the text is gone.
 */
export async function copyCapture(
  objects: ObjectStore,
  runId: string,
  { text, page, ...otherFields }: KnownCapture,
): Promise<RunCapture | null> {
  const bytes = text === undefined ? null : await objects.get(text.key);
  if (text !== undefined && bytes === null) return null;
  const copy =
    text === undefined || bytes === null
      ? {}
      : { text: await putText(objects, runId, { name: "text", contentType: text.contentType, bytes }) };
  return { ...otherFields, ...copy, page: { ...page, notModified: true } };
}

function settingsOf({ captureRev, spec }: MonitorRecord): string {
  return createHash("sha256")
    .update(JSON.stringify([captureRev, spec.capture]))
    .digest("base64url");
}
