import { formatCount } from "./numbers.ts";

/** "1 page", "12 pages". */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
