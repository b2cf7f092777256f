import type { SignIn } from "#schemas/signIn.ts";
import { signSignInPictureUrl } from "#vault/signatures.ts";
import type { Links } from "../ports.ts";
import type { ListedSignIn } from "./store.ts";

/** A sign-in as its account sees it. */
export function presentSignIn(links: Links, record: ListedSignIn): SignIn {
  const { _id: id, name, host, signedIn, hasTotp, renewAfter, proxy, state, picture, createdAt } = record;
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
    picture: picture === undefined ? null : { ...addressOf(links, id), takenAt: picture.takenAt.toISOString() },
    createdAt: createdAt.toISOString(),
  };
}

function addressOf(links: Links, signInId: string): { url: string; expiresAt: string } {
  const { url, expiresAt } = signSignInPictureUrl(links, { signInId, now: links.now() });
  return { url, expiresAt: expiresAt.toISOString() };
}
