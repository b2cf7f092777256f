/** Each entry of a list with its place as a React key. For lists that never change, and whose entries may be equal. */
export function withKeys<Entry>(entries: readonly Entry[]): [key: string, entry: Entry][] {
  return entries.map((entry, index) => [String(index), entry]);
}
