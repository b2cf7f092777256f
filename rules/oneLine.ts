/** Maximum characters of each side of `before → after`. */
export const maxSideChars = 60;

/** The page's words without line breaks and without marks that change the direction of text. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** The text, cut to the length of a side. */
export function cutSide(text: string): string {
  const chars = Array.from(text);
  return chars.length <= maxSideChars ? text : `${chars.slice(0, maxSideChars - 1).join("")}…`;
}
