import type { Sealed } from "#schemas/common.ts";
import type { KeyRing, SealContext } from "./keyRing.ts";
import { open } from "./open.ts";

/**
 * Opens a value that its own account may see: the address of a monitor's page, of a log-in page, or of a recipient. The API may import this
 * file; every other sealed value is opened in activities alone.
 * @throws OpenFailed
 */
export function openShown(ring: KeyRing, sealed: Sealed, context: SealContext & { field: "url" | "email" }): string {
  return open(ring, sealed, context);
}
