import type { Sealed } from "#schemas/common.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import { seal } from "#vault/seal.ts";

/** The monitor, its account, and the keys that seal its secrets. */
export type MonitorOwner = { keyRing: KeyRing; accountId: string; monitorId: string };

/** Seals a text of a monitor. `field` is its path in the body. */
export function sealIn({ keyRing, accountId, monitorId }: MonitorOwner, field: string, text: string): Sealed {
  return seal(keyRing, text, { accountId, entityId: monitorId, field });
}
