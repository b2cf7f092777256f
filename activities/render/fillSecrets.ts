import { secretId } from "#data/storedSecrets.ts";
import { secretField } from "#schemas/secret.ts";
import { changeSecretTexts, fillSecrets, type ReferringOptions, secretReferences } from "#rules/secretReferences.ts";
import { open } from "#vault/open.ts";
import { RenderFailure } from "../failures.ts";
import type { ActivityPorts } from "../ports.ts";

/**
 * The options with the values of the secrets that they name. The result must not leave the activity.
 * @throws RenderFailure `secret_unusable` that names the field, for a secret that is gone or does not fit the field.
 */
export async function fillStoredSecrets<Options extends ReferringOptions>(
  ports: Pick<ActivityPorts, "database" | "keyRing">,
  accountId: string,
  options: Options,
): Promise<Options> {
  const names = new Set(secretReferences(options).flatMap((reference) => reference.names));
  if (names.size === 0) return options;
  const values = await openStored(ports, accountId, names);
  return changeSecretTexts(options, (text, field) => {
    const filledText = fillSecrets(text, (name) => {
      const value = values.get(name);
      if (value !== undefined) return value;
      const problem = `${field} names the secret ${JSON.stringify(name)}, which the account does not have.`;
      throw new RenderFailure("secret_unusable", `${problem} Store it by POST /secrets.`);
    });
    if (filledText !== text) refuseUnfit(filledText, field);
    return filledText;
  });
}

async function openStored(
  { database, keyRing }: Pick<ActivityPorts, "database" | "keyRing">,
  accountId: string,
  names: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const ids = Array.from(names, (name) => secretId(accountId, name));
  const records = await database.secrets.find({ _id: { $in: ids } }).toArray();
  return new Map(
    records.map(({ _id, name, value }) => [
      name,
      open(keyRing, value, { accountId, entityId: _id, field: secretField }),
    ]),
  );
}

/** A value may have characters that its field can't have. The request was checked before the value was in it. */
function refuseUnfit(text: string, field: string): void {
  const isUnfit =
    (field.startsWith("headers.") && /[^\u0020-\u00ff]/u.test(text)) ||
    (field.startsWith("cookies.") && (text.includes(";") || Buffer.byteLength(text) > 4_000));
  if (isUnfit) throw new RenderFailure("secret_unusable", `${field} can't have the characters of its secret.`);
}
