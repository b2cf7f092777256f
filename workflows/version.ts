let sequence = 0;

/**
 * Version of a projection: workflow time in microseconds, with a sequence below the millisecond.
 * Time, not a counter, because a counter goes backwards when an operator resets the workflow.
 */
export function nextVersion(): number {
  sequence = (sequence + 1) % 1000;
  return Date.now() * 1000 + sequence;
}
