import type { Sealed } from "#schemas/common.ts";
import type { KeyRing, SealContext } from "./keyRing.ts";
import { open } from "./open.ts";
import { seal } from "./seal.ts";

/** Why a value could not be sealed anew. */
export { OpenFailed } from "./open.ts";

/** The value sealed anew under the ring's active key, in the same place; as it is where that key sealed it. Nothing of it gets out. */
export function reseal(ring: KeyRing, sealed: Sealed, context: SealContext): Sealed {
  if (sealed.startsWith(`sealed:v1:${ring.activeId}:`)) return sealed;
  return seal(ring, open(ring, sealed, context), context);
}
