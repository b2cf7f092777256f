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
export function partOf<Part>(value: Part): Part & ({} | undefined) {
  if (value === null) throw new WatchframeError("The service replied with another part than the call asked for.");
  return value;
}

/** A call that returns one field of its operation's reply. */
export function part<Args extends readonly unknown[], Name extends string, Reply extends Record<Name, unknown>>(
  name: Name,
  operation: (...args: Args) => Promise<Reply>,
): (...args: Args) => Promise<Reply[Name] & ({} | undefined)> {
  return async (...args) => partOf((await operation(...args))[name]);
}
