import type { KeyRecord, ShownKey } from "#schemas/account.ts";
import type { JobRecord } from "#schemas/job.ts";

/** A key as clients see it, without its hash. */
export function presentKey(record: KeyRecord): ShownKey {
  const { keyId, name, scopes, createdAt, lastUsedAt, expiresAt, revokedAt } = record;
  return {
    id: keyId,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

/** Headers of every operation that costs credits. */
export const creditHeaderNames = ["X-Credits-Charged", "X-Credits-Refunded", "X-Credits-Remaining"] as const;

/** The credits of an operation, and the credits left in this period. */
export function creditHeaders(
  { credits }: Pick<JobRecord, "credits">,
  remaining: number | null,
): Record<(typeof creditHeaderNames)[number], string> {
  return {
    "X-Credits-Charged": String(credits.charged),
    "X-Credits-Refunded": String(credits.refunded),
    "X-Credits-Remaining": remaining === null ? "unlimited" : String(remaining),
  };
}
