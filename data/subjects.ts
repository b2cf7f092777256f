/** What there are only so many places of: an account's captures, or the pages of a host; also the name of the line for them. */
export type SlotKey = `captures:${string}` | `host:${string}`;

export const accountSlotKey = (accountId: string): SlotKey => `captures:${accountId}`;
export const hostSlotKey = (host: string): SlotKey => `host:${host}`;

/** What a capture needs places of: its host, where the host's pace is kept, and its account. */
export function slotKeysOf({ accountId, host }: { accountId: string; host: string | null }): SlotKey[] {
  return [...(host === null ? [] : [hostSlotKey(host)]), accountSlotKey(accountId)];
}

/** Whose places these are. */
export function parseSlotKey(slotKey: string): { host: string } | { accountId: string } {
  const [kind, ...rest] = slotKey.split(":");
  const name = rest.join(":");
  return kind === "host" ? { host: name } : { accountId: name };
}
