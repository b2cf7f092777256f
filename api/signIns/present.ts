import { type SignIn, signInFields } from "#schemas/signIn.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import { openShown } from "#vault/openShown.ts";
import type { ListedSignIn } from "./store.ts";

/** A sign-in as its account sees it. */
export function presentSignIn(keyRing: KeyRing, record: ListedSignIn): SignIn {
  const { _id: id, accountId, name, url, signedIn, hasTotp, renewAfter, state, createdAt } = record;
  const { status, signedInAt, failure, nextTryAt } = state;
  return {
    id,
    name,
    url: openShown(keyRing, url, { accountId, entityId: id, field: signInFields.url }),
    signedIn,
    hasTotp,
    renewAfter,
    status,
    signedInAt: signedInAt?.toISOString() ?? null,
    failure: failure && { ...failure, at: failure.at.toISOString() },
    nextTryAt: nextTryAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
