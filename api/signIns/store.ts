import { type Listed, onlyFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { SignInRecord } from "#schemas/signIn.ts";
import { ApiError } from "../http/errors.ts";

const shownOfSignIn = onlyFields(
  "accountId",
  "name",
  "host",
  "signedIn",
  "hasTotp",
  "renewAfter",
  "proxy",
  "state",
  "createdAt",
);

/** The fields of a sign-in that replies show. Neither its steps nor its session are read. */
export type ListedSignIn = Listed<SignInRecord, keyof typeof shownOfSignIn>;

/** An account's sign-ins by name. */
export function findSignIns({ signIns }: Database, accountId: string): Promise<ListedSignIn[]> {
  return signIns.find<ListedSignIn>({ accountId }, { projection: shownOfSignIn }).sort({ name: 1 }).toArray();
}

/** A sign-in of an account. @throws ApiError `not_found`. */
export async function readSignIn({ signIns }: Database, accountId: string, id: string): Promise<ListedSignIn> {
  const _id = id.toLowerCase();
  const found = await signIns.findOne<ListedSignIn>({ _id, accountId }, { projection: shownOfSignIn });
  if (found === null) throw new ApiError("not_found");
  return found;
}
