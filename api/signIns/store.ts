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
  "picture",
  "createdAt",
);

/** The fields of a sign-in that replies show. Neither its steps nor its session are read. */
export type ListedSignIn = Listed<SignInRecord, keyof typeof shownOfSignIn>;

/** An account's sign-ins by name. */
export function findSignIns({ signIns }: Database, accountId: string): Promise<ListedSignIn[]> {
  return signIns.find<ListedSignIn>({ accountId }, { projection: shownOfSignIn }).sort({ name: 1 }).toArray();
}

/** A sign-in of an account. @throws ApiError `not_found`. */
export function readSignIn(database: Database, accountId: string, id: string): Promise<ListedSignIn> {
  return readWhere(database, { _id: id.toLowerCase(), accountId });
}

/** A sign-in of any account, for a signed address. @throws ApiError `not_found`. */
export function readAnySignIn(database: Database, id: string): Promise<ListedSignIn> {
  return readWhere(database, { _id: id.toLowerCase() });
}

async function readWhere(
  { signIns }: Database,
  filter: Partial<Pick<SignInRecord, "_id" | "accountId">>,
): Promise<ListedSignIn> {
  const found = await signIns.findOne<ListedSignIn>(filter, { projection: shownOfSignIn });
  if (found === null) throw new ApiError("not_found");
  return found;
}
