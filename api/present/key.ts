import type { KeyRecord } from "#schemas/account.ts";
import type { ShownKey } from "#schemas/usage.ts";

/** A key as it is shown; not even its hash leaves. */
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
