import { nearestNames } from "./nearestNames.ts";

/** Whether this is the IANA name of a time zone, which begins with a letter. ICU also accepts offsets such as +02:00. */
export function isTimezone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The problem with a name that is no time zone. */
export function timezoneProblem(name: string): string {
  const [near] = nearestNames(name, Intl.supportedValuesOf("timeZone"), 1);
  return `must be the IANA name of a time zone, such as Europe/Berlin${near === undefined ? "" : `; did you mean ${near}?`}`;
}
