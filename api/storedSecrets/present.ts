import type { Secret, SecretUse } from "#schemas/secret.ts";
import type { ListedSecret } from "./store.ts";

/** A secret as clients see it. `uses` has what uses each secret of the account. */
export function presentSecret(
  { name, createdAt, updatedAt }: ListedSecret,
  uses: ReadonlyMap<string, SecretUse[]>,
): Secret {
  return {
    name,
    usedBy: uses.get(name) ?? [],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
