/** Text as UTF-8 of at most so many bytes, cut between two characters. */
export function utf8Within(text: string, limit: number): { bytes: Buffer; cut: boolean } {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= limit) return { bytes, cut: false };
  let end = limit;
  // A byte 10xxxxxx continues a character that would be cut in two.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { bytes: bytes.subarray(0, end), cut: true };
}
