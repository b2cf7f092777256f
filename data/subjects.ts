/** What there are only so many places of: an account's captures, or the pages of a host; also the name of the line for them. */
export type Subject = `captures:${string}` | `host:${string}`;

export const accountSubject = (accountId: string): Subject => `captures:${accountId}`;
export const hostSubject = (host: string): Subject => `host:${host}`;

/** What a capture needs places of: its host, where the host's pace is kept, and its account. */
export function subjectsOf({ accountId, host }: { accountId: string; host: string | null }): Subject[] {
  return [...(host === null ? [] : [hostSubject(host)]), accountSubject(accountId)];
}

/** Whose places these are. */
export function ownerOf(subject: string): { host: string } | { accountId: string } {
  const [kind, ...rest] = subject.split(":");
  const name = rest.join(":");
  return kind === "host" ? { host: name } : { accountId: name };
}
