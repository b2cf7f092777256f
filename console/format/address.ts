/** The address with https if it names no scheme. */
export function withScheme(address: string): string {
  return /^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
}

/** The lines of a text without blank ones. */
export function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
