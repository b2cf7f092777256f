import type { Database } from "#data/mongo.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { ApiError } from "../http/errors.ts";

/** Options that name a resource of the account. */
const named = {
  signIn: { collection: "signIns", words: "sign-in", path: "/sign-ins" },
  proxy: { collection: "proxies", words: "proxy", path: "/proxies" },
} as const;

type NamingOptions = { [Name in keyof typeof named]?: string | null | undefined };

/**
 * Checks that the account has the sign-in and the proxy that the options name. `place` is the beginning of their names in the
 * request, such as `capture.`.
 * @throws ApiError `validation_failed`.
 */
export async function requireNamed(
  { database }: { database: Database },
  accountId: string,
  { options, place }: { options: NamingOptions | undefined; place: string },
): Promise<void> {
  const problems = await problemsOfNames(database, accountId, options);
  const fields = problems.map(({ field, message }) => ({ field: `${place}${field}`, message }));
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
}

/** The problems of options that name a sign-in or a proxy which the account does not have. */
export async function problemsOfNames(
  database: Database,
  accountId: string,
  options: NamingOptions = {},
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const option of ["signIn", "proxy"] as const) {
    const name = options[option];
    const { collection, words, path } = named[option];
    if (name == null || (await hasName(database, collection, { accountId, name }))) continue;
    const message = `names no ${words} of this account: ${JSON.stringify(name)}; GET ${path} lists them`;
    problems.push({ field: option, message });
  }
  return problems;
}

async function hasName(
  database: Database,
  collection: (typeof named)[keyof typeof named]["collection"],
  owned: { accountId: string; name: string },
): Promise<boolean> {
  const found =
    collection === "signIns" ? database.signIns.countDocuments(owned) : database.proxies.countDocuments(owned);
  return (await found) > 0;
}
