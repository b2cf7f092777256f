/**
 * Percent-escapes in their one spelling by RFC 3986, 6.2.2: those of unreserved characters undone, the others in capitals.
 */
export function normalizePercentEncoding(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}
