import type { Database } from "#data/mongo.ts";
import { toJobError } from "../failures.ts";

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
};

/** Writes the end of a try to the sign-in's record. An older projection never overwrites a newer one. */
export async function projectSignIn({ signIns }: Database, input: ProjectSignInInput): Promise<void> {
  const { signInId, version, at, nextTryAt, failure } = input;
  const ended =
    failure === null
      ? { "state.status": "signed_in" as const, "state.renewedAt": new Date(at), "state.failure": null }
      : { "state.status": "failed" as const, "state.failure": failureOf(failure, at) };
  await signIns.updateOne(
    { _id: signInId, "state.version": { $lt: version } },
    {
      $set: { ...ended, "state.nextTryAt": nextTryAt === null ? null : new Date(nextTryAt), "state.version": version },
    },
  );
}

function failureOf({ code: given, message: text, tries }: NonNullable<ProjectSignInInput["failure"]>, at: number) {
  const { code, message } = toJobError(given, text);
  return { code, message, at: new Date(at), tries };
}
