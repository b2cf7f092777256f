import { isDatabaseDown } from "#data/databaseAway.ts";
import { HostBackedOff } from "../failures.ts";

/** How long a capture comes back later that nobody can count at its host, milliseconds. */
const databaseDownMs = 5_000;

/** What becomes of a capture at a host by an error: while MongoDB is away the host is left alone, anything else is the error itself. */
export function hostBackoffWhenDatabaseDown(error: unknown): never {
  throw isDatabaseDown(error) ? new HostBackedOff(new Date(Date.now() + databaseDownMs)) : error;
}
