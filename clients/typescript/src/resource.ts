import { WatchframeError } from "./errors.ts";
import type { Operations } from "./generated/operations.ts";

/** Calls of one kind of thing. */
export class Resource {
  protected readonly operations: Operations;

  constructor(operations: Operations) {
    this.operations = operations;
  }
}

/** The part of a reply that belongs to the call. */
export function partOf<Part>(part: Part | null): Part {
  if (part === null) throw new WatchframeError("The service replied with another part than the call asked for.");
  return part;
}
