import { uuid4 } from "@temporalio/workflow";

/**
 * A UUIDv7 (RFC 9562, 5.7) from an instant (milliseconds) and the workflow's random numbers. The instant must come from the
 * workflow's history or input. If a worker dies within a workflow task, the task runs again at a later `Date.now()`, and
 * records with the first id would be orphaned.
 */
export function newId(at: number): string {
  const time = Math.floor(at).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid4().slice(15)}`;
}

let sequence = 0;

/**
 * The version of a projection: workflow time in microseconds, with a sequence number below the millisecond. A counter would
 * go backwards when an operator resets the workflow.
 */
export function nextVersion(): number {
  sequence = (sequence + 1) % 1000;
  return Date.now() * 1000 + sequence;
}
