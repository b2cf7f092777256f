/** The text with at most `maxChars` UTF-16 units. An ellipsis marks what was left out. No character is split. */
export function cutChars(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${beginningOf(text, maxChars - 1)}…`;
}

/** The first `maxChars` UTF-16 units of a text, or one less. No character is split. */
export function beginningOf(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(maxChars - 1));
  return text.slice(0, splitsPair ? maxChars - 1 : maxChars);
}

/**
 * The escaped text with at most `maxChars` UTF-16 units. An ellipsis marks what was left out. `escape` escapes each character
 * by itself, and no escaped one is split.
 */
export function escapeWithin(text: string, maxChars: number, escape: (text: string) => string): string {
  const whole = escape(text);
  if (whole.length <= maxChars) return whole;
  let shown = "";
  for (const character of text) {
    const escaped = escape(character);
    if (shown.length + escaped.length >= maxChars) break;
    shown += escaped;
  }
  return `${shown}…`;
}

/** The text with at most `maxBytes` of UTF-8. An ellipsis marks what was left out. No character is split. */
export function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  return `${beginningInBytes(text, maxBytes - ellipsisBytes)}…`;
}

/** The beginning of a text with at most `maxBytes` of UTF-8. No character is split. */
export function beginningInBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

const ellipsisBytes = Buffer.byteLength("…");
