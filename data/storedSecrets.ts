import type { Database } from "./mongo.ts";

/** The `_id` of a secret. */
export function secretId(accountId: string, name: string): string {
  return `${accountId}:${name}`;
}

/** The names among the given ones that no secret of the account has. */
export async function missingSecrets(
  { secrets }: Pick<Database, "secrets">,
  accountId: string,
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const ids = names.map((name) => secretId(accountId, name));
  const found = await secrets.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray();
  const stored = new Set(found.map(({ name }) => name));
  return new Set(names.filter((name) => !stored.has(name)));
}
