/** The instant of a UUIDv7 (RFC 9562, 5.7), milliseconds since 1970. */
export function instantOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
