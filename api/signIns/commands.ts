import type { OutboxRecord } from "#schemas/job.ts";
import {
  maxSignIns,
  signInFields,
  type SignInRecord,
  type SignInRequest,
  type SignInSecrets,
} from "#schemas/signIn.ts";
import { seal } from "#vault/seal.ts";
import { signInInput } from "#orders/inputs.ts";
import { ownerSignals } from "#orders/messages.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { ApiError } from "../http/errors.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, writeEntry } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { trySignal } from "../signalAndAwait.ts";
import { requireNamed } from "../renders/requireNamed.ts";
import { requireSecrets, secretNamesOf } from "../storedSecrets/references.ts";
import type { ListedSignIn } from "./store.ts";

type SignInOrder = { accountId: string; request: SignInRequest; reservation: Reservation };

/**
 * Records a sign-in and starts its workflow, which signs in at once.
 * @throws ApiError `sign_in_exists`, `too_many_sign_ins` or `validation_failed`.
 */
export async function acceptSignIn(
  ports: ApiPorts,
  { accountId, request, reservation }: SignInOrder,
): Promise<SignInRecord> {
  const { database } = ports;
  const { id: _id, isRepeat } = reservation;
  const earlier = isRepeat ? await database.signIns.findOne({ _id }) : null;
  if (earlier !== null) return earlier;
  await requireSecrets(ports, accountId, { options: { steps: request.steps }, place: "" });
  await requireNamed(ports, accountId, { options: { proxy: request.proxy }, place: "" });
  const record = toRecord(ports, { accountId, request, reservation });
  const entry: OutboxRecord = { _id, type: "signIn", accountId, jobIds: [], createdAt: ports.now() };
  await countedAlone({ database, accountId, kind: "signIns" }, async () => {
    const { signIns } = database;
    if ((await signIns.countDocuments({ accountId, name: request.name })) > 0) throw new ApiError("sign_in_exists");
    if ((await signIns.countDocuments({ accountId })) >= maxSignIns) throw new ApiError("too_many_sign_ins");
    await writeEntry(database, entry, { isRepeat });
    await signIns.insertOne(record);
  });
  await dispatch(ports, { entry, order: { type: "signIn", input: signInInput(record) } });
  return record;
}

function toRecord({ keyRing }: ApiPorts, { accountId, request, reservation }: SignInOrder): SignInRecord {
  const { name, url, steps, signedIn, totp, renewAfter = null, proxy = null } = request;
  const { id: _id, at: createdAt } = reservation;
  const sealFor = (text: string, field: string) => seal(keyRing, text, { accountId, entityId: _id, field });
  const secrets: SignInSecrets = { steps, ...(totp !== undefined && { totp }) };
  return {
    _id,
    accountId,
    name,
    host: new URL(url).host,
    url: sealFor(url, signInFields.url),
    signedIn,
    hasTotp: totp !== undefined,
    renewAfter,
    proxy,
    secretNames: secretNamesOf({ steps }),
    secrets: sealFor(JSON.stringify(secrets), signInFields.secrets),
    session: null,
    generation: 0,
    state: { status: "pending", renewedAt: null, failure: null, nextTryAt: createdAt, version: 0 },
    createdAt,
  };
}

/** Asks the workflow for a new session. @throws ApiError `unavailable` if Temporal is. */
export async function renewNow(ports: ApiPorts, record: ListedSignIn): Promise<void> {
  const order = { type: "signIn", input: signInInput(record) } as const;
  const isSent = await trySignal(ports, order, { name: "renew", args: [{ generation: null, workflowId: null }] });
  if (!isSent) throw new ApiError("unavailable", { retryAfter: 5 });
}

/** Deletes a sign-in and its session. A signal that is lost leaves the workflow idle for a day at most. */
export async function removeSignIn(ports: ApiPorts, record: ListedSignIn): Promise<void> {
  await ports.database.signIns.deleteOne({ _id: record._id });
  await trySignal(ports, { type: "signIn", input: signInInput(record) }, { name: ownerSignals.remove, args: [] });
}
