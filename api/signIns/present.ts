import type { SignIn } from "#schemas/signIn.ts";
import type { ListedSignIn } from "./store.ts";

/** A sign-in as its account sees it. */
export function presentSignIn(record: ListedSignIn): SignIn {
  const { _id: id, name, host, signedIn, hasTotp, renewAfter, proxy, state, createdAt } = record;
  const { status, renewedAt, failure, nextTryAt } = state;
  return {
    id,
    name,
    host,
    signedIn,
    hasTotp,
    renewAfter,
    proxy,
    status,
    renewedAt: renewedAt?.toISOString() ?? null,
    failure: failure && { ...failure, at: failure.at.toISOString() },
    nextTryAt: nextTryAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
