/** The text with at most `maxChars` UTF-16 units. An ellipsis marks what was left out. No character is split. */
export function cutChars(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = maxChars - 1;
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return `${text.slice(0, splitsPair ? end - 1 : end)}…`;
}

/** The text with at most `maxBytes` of UTF-8. An ellipsis marks what was left out. No character is split. */
export function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes - ellipsisBytes));
  return `${text.slice(0, read)}…`;
}

const ellipsisBytes = Buffer.byteLength("…");
