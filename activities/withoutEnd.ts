/**
 * The text without the characters at its end that match `character`, a pattern of one character. It looks from the end:
 * a pattern that ends with `+$` takes quadratic time for long runs in the middle of a text.
 */
export function withoutEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const start = end > 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 2, end)) ? end - 2 : end - 1;
    if (!character.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}
