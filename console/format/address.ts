export { withScheme } from "#clients/addresses/pageAddress.ts";

/** The lines of a text without blank ones. */
export function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
