import { commonLength } from "./commonLength.ts";

/**
 * The beginning that two texts share up to a colon: the path of an entry of data, or the name of a figure. Empty without one, or
 * if nothing follows in one of them.
 */
export function sharedPath(before: string, after: string): string {
  const end = before.slice(0, commonLength(before, after)).lastIndexOf(": ") + 2;
  return end === 1 || end === before.length || end === after.length ? "" : before.slice(0, end);
}
