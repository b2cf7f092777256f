import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { KeyRequest, ShownKey } from "#schemas/account.ts";
import type { Scope } from "#schemas/common.ts";
import { wf } from "../../api/client.ts";

const dayMs = 86_400_000;

/** The account's keys, revoked ones too. The API gives all of them at once. */
export const keysQuery = queryOptions({
  queryKey: ["key", "list"],
  queryFn: ({ signal }): Promise<ShownKey[]> => wf.keys.list({ signal }),
});

/** Creates a key. Its reply is the only place with the key itself, so it is not cached longer than it is shown. */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    meta: { showsErrors: true },
    gcTime: 0,
    mutationFn: (body: Static<typeof KeyRequest>) => wf.keys.create(body),
    onSettled: () => client.invalidateQueries({ queryKey: ["key"] }),
  });
}

export const scopeWords: readonly { scope: Scope; label: string }[] = [
  { scope: "read", label: "Read: see everything, change nothing" },
  { scope: "render", label: "Render: pages, batches, crawls and schedules" },
  { scope: "monitor", label: "Monitor: monitors and recipients" },
];

export const expiryOptions = [
  { value: "", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;
export type Expiry = (typeof expiryOptions)[number]["value"];

/** The end of a key as a field of the request. */
export function expiryOf(days: Expiry): { expiresAt?: string } {
  return days === "" ? {} : { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() };
}

/** Whether a key works now. */
export function isLive({ revokedAt, expiresAt }: ShownKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || new Date(expiresAt).getTime() > now);
}

/** First part of the keys of signing keys. */
export const signingKeyKind = "signingKeys";

/** The keys that sign links to pictures of pages. */
export const signingKeysQuery = queryOptions({
  queryKey: [signingKeyKind],
  queryFn: ({ signal }) => wf.signingKeys.list({ signal }),
});
