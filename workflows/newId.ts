import { uuid4 } from "@temporalio/workflow";

/** A UUIDv7 (RFC 9562, 5.7) of the workflow's time and randomness, the same at every replay. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid4().slice(15)}`;
}
