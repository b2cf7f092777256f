import { uuid4 } from "@temporalio/workflow";

/**
 * A UUIDv7 (RFC 9562, 5.7) of an instant (milliseconds) and the workflow's randomness. The instant must be one that the
 * workflow's history or input holds: when a worker dies in the middle of a task, the task is done again at a later
 * `Date.now()`, and what was written under the first id would be orphaned.
 */
export function newId(at: number): string {
  const time = Math.floor(at).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid4().slice(15)}`;
}

/** The instant in a UUIDv7, milliseconds. */
export function instantOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

let sequence = 0;

/**
 * Version of a projection: workflow time in microseconds, with a sequence below the millisecond.
 * Time, not a counter, because a counter goes backwards when an operator resets the workflow.
 */
export function nextVersion(): number {
  sequence = (sequence + 1) % 1000;
  return Date.now() * 1000 + sequence;
}
