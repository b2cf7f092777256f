import type { Database } from "#data/mongo.ts";
import { type FieldProblem, keysOf } from "#schemas/common.ts";
import { ApiError, within } from "../http/errors.ts";

type Owned = { accountId: string; name: string };

/** Options that name a resource of the account. */
const namingFields = {
  signIn: {
    words: "sign-in",
    path: "/sign-ins",
    count: ({ signIns }: Database, owned: Owned) => signIns.countDocuments(owned),
  },
  proxy: {
    words: "proxy",
    path: "/proxies",
    count: ({ proxies }: Database, owned: Owned) => proxies.countDocuments(owned),
  },
} as const;

type NamingOptions = { [Name in keyof typeof namingFields]?: string | null | undefined };

/**
 * Checks that the account has the sign-in and the proxy that the options name. `place` is the path of the options in the
 * request, empty for its top.
 * @throws ApiError `validation_failed`.
 */
export async function requireNamed(
  { database }: { database: Database },
  accountId: string,
  { options, place }: { options: NamingOptions | undefined; place: string },
): Promise<void> {
  const problems = await problemsOfNames(database, accountId, options);
  if (problems.length > 0) throw new ApiError("validation_failed", { fields: within(place, problems) });
}

/** The problems of options that name a sign-in or a proxy which the account does not have. */
export async function problemsOfNames(
  database: Database,
  accountId: string,
  options: NamingOptions = {},
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const field of keysOf(namingFields)) {
    const name = options[field];
    const { words, path, count } = namingFields[field];
    if (name == null || (await count(database, { accountId, name })) > 0) continue;
    const message = `names no ${words} of this account: ${JSON.stringify(name)}; GET ${path} lists them`;
    problems.push({ field, message });
  }
  return problems;
}
