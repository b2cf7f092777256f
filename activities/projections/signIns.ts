import { pendingMail } from "#data/pendingDelivery.ts";
import type { Database } from "#data/mongo.ts";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import { maskEmail } from "#data/recipients.ts";
import type { MailDeliveryInput } from "#orders/inputs.ts";
import type { SignInRecord } from "#schemas/signIn.ts";
import { toJobError } from "../failures.ts";
import type { ActivityPorts } from "../ports.ts";
import { mailIdFrom } from "./mails.ts";

/** The owner's settings that the workflow of a sign-in needs. `renewAfter` is in minutes. */
export type SignInPlan = { renewAfter: number | null };

/** Reads the plan of a sign-in; null if it was deleted. */
export async function planSignIn(
  { signIns }: Database,
  { signInId }: { signInId: string },
): Promise<SignInPlan | null> {
  return signIns.findOne<SignInPlan>({ _id: signInId }, { projection: { _id: 0, renewAfter: 1 } });
}

/** The end of a try. Instants are milliseconds since 1970. */
export type ProjectSignInInput = {
  signInId: string;
  version: number;
  at: number;
  nextTryAt: number | null;
  /** Null after a success. */
  failure: { code: string; message: string | null; tries: number } | null;
  /** Failed tries in a row before this one. */
  failuresBefore: number;
};

/** A recorded mail to send. */
export type SignInMail = MailDeliveryInput;

/** Failed tries in a row of which the owner is told. One alone may be a hiccup, and another follows within a minute. */
const toldTries = 2;

/**
 * Writes the end of a try to the sign-in's record. An older projection never overwrites a newer one. Returns the mail that tells
 * the owner of the second failure in a row, or of a success after it; null for none.
 */
export async function projectSignIn(
  { database, mailer }: Pick<ActivityPorts, "database" | "mailer">,
  input: ProjectSignInInput,
): Promise<SignInMail | null> {
  const { signInId, version, at, nextTryAt, failure } = input;
  const endFields =
    failure === null
      ? { "state.status": "signed_in" as const, "state.renewedAt": new Date(at), "state.failure": null }
      : { "state.status": "failed" as const, "state.failure": failureOf(failure, at) };
  const { matchedCount } = await database.signIns.updateOne(
    { _id: signInId, "state.version": { $lte: version } },
    {
      $set: {
        ...endFields,
        "state.nextTryAt": nextTryAt === null ? null : new Date(nextTryAt),
        "state.version": version,
      },
    },
  );
  const isNews = failure === null ? input.failuresBefore >= toldTries : failure.tries === toldTries;
  return matchedCount > 0 && isNews && mailer.enabled ? recordNews(database, input) : null;
}

/** The mail has the same id at each try of the activity. */
async function recordNews(
  { signIns, accounts, deliveries }: Database,
  { signInId: _id, version, failure }: ProjectSignInInput,
): Promise<SignInMail | null> {
  const projection = { _id: 0, accountId: 1, name: 1, host: 1 } as const;
  const record = await signIns.findOne<Pick<SignInRecord, "accountId" | "name" | "host">>({ _id }, { projection });
  const account = record && (await accounts.findOne({ _id: record.accountId }));
  if (record === null || account === null) return null;
  const { accountId, name, host } = record;
  const type = failure === null ? "sign_in.recovered" : "sign_in.failed";
  const mailId = mailIdFrom([type, _id, String(version)]);
  const createdAt = new Date(version / 1_000);
  const reason = failure === null ? null : failureOf(failure, createdAt.getTime()).message;
  await insertIfAbsent(deliveries, {
    _id: mailId,
    accountId,
    type,
    resourceId: _id,
    runId: null,
    recipientId: null,
    emailMasked: maskEmail(account.email, { account: account.email }),
    content: { kind: "signIn", name, host, failure: reason },
    ...pendingMail(createdAt),
  });
  return { mailId, accountId, type, inOrder: false };
}

function failureOf({ code: given, message: text, tries }: NonNullable<ProjectSignInInput["failure"]>, at: number) {
  const { code, message } = toJobError(given, text);
  return { code, message, at: new Date(at), tries };
}
