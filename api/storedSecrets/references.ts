import { missingSecrets } from "#data/storedSecrets.ts";
import type { Database } from "#data/mongo.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { type ReferringOptions, secretReferences } from "#rules/secretReferences.ts";
import { ApiError, within } from "../http/errors.ts";

/** The problems of options that name a secret which the account does not have. */
export async function problemsOfSecrets(
  database: Database,
  accountId: string,
  options: ReferringOptions,
): Promise<FieldProblem[]> {
  const references = secretReferences(options);
  const missing = await missingSecrets(database, accountId, [...new Set(references.flatMap(({ names }) => names))]);
  return references.flatMap(({ field, names }) =>
    names
      .filter((name) => missing.has(name))
      .map((name) => ({
        field,
        message: `names no secret of this account: ${JSON.stringify(name)}; GET /secrets lists them, and POST /secrets stores one`,
      })),
  );
}

/**
 * Checks that the secrets exist that the options name. `place` is the path of the options in the request, empty for its top.
 * @throws ApiError `validation_failed`.
 */
export async function requireSecrets(
  { database }: { database: Database },
  accountId: string,
  { options, place }: { options: ReferringOptions; place: string },
): Promise<void> {
  const problems = await problemsOfSecrets(database, accountId, options);
  if (problems.length > 0) throw new ApiError("validation_failed", { fields: within(place, problems) });
}

/** The names of the secrets that the options name, in order and once each. */
export function secretNamesOf(options: ReferringOptions): string[] {
  return [...new Set(secretReferences(options).flatMap(({ names }) => names))].toSorted();
}
