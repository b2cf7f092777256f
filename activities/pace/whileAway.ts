import { isDatabaseAway } from "#data/databaseAway.ts";
import { HostPaused } from "../failures.ts";

/** How long a capture comes back later that nobody can count at its host, milliseconds. */
const awayMs = 5_000;

/** What becomes of a capture at a host by an error: while MongoDB is away the host is left alone, anything else is the error itself. */
export function leaveHostAlone(error: unknown): never {
  throw isDatabaseAway(error) ? new HostPaused(new Date(Date.now() + awayMs)) : error;
}
