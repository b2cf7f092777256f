import type { OutboxRecord } from "#schemas/job.ts";
import {
  maxSignIns,
  momentPrefix,
  signInFields,
  type SignInPatch,
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
import { type ListedSignIn, readSignIn } from "./store.ts";

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

function toRecord(ports: ApiPorts, { accountId, request, reservation }: SignInOrder): SignInRecord {
  const { name, url, steps, signedIn, totp, renewAfter = null, proxy = null } = request;
  const { id: _id, at: createdAt } = reservation;
  const ownerFields = { _id, accountId };
  return {
    ...ownerFields,
    name,
    ...addressOf(ports, ownerFields, url),
    signedIn,
    renewAfter,
    proxy,
    ...stepsOf(ports, ownerFields, { steps, ...(totp !== undefined && { totp }) }),
    session: null,
    generation: 0,
    state: { status: "pending", renewedAt: null, failure: null, nextTryAt: createdAt, version: 0 },
    createdAt,
  };
}

/**
 * Changes a sign-in and signs in at once. A session of another host is forgotten.
 * @throws ApiError `validation_failed`, or `unavailable` if Temporal is.
 */
export async function changeSignIn(ports: ApiPorts, record: ListedSignIn, change: SignInPatch): Promise<ListedSignIn> {
  const { _id, accountId } = record;
  const { url, steps, totp, ...rest } = change;
  if (steps !== undefined) await requireSecrets(ports, accountId, { options: { steps }, place: "" });
  if (change.proxy != null) await requireNamed(ports, accountId, { options: { proxy: change.proxy }, place: "" });
  const parts = {
    ...rest,
    ...(url !== undefined && addressOf(ports, record, url)),
    ...(steps !== undefined && stepsOf(ports, record, { steps, ...(totp !== undefined && { totp }) })),
  };
  const forgotten = url !== undefined && new URL(url).host !== record.host ? { session: null } : {};
  await ports.database.signIns.updateOne({ _id }, { $set: { ...parts, ...forgotten } });
  const changed = await readSignIn(ports.database, accountId, _id);
  await renewNow(ports, changed);
  return changed;
}

type Owned = Pick<SignInRecord, "_id" | "accountId">;

/** The parts of an address that the record keeps. The whole of it is sealed. */
function addressOf({ keyRing }: ApiPorts, { _id, accountId }: Owned, url: string): Pick<SignInRecord, "host" | "url"> {
  const sealed = seal(keyRing, url, { accountId, entityId: _id, field: signInFields.url });
  return { host: new URL(url).host, url: sealed };
}

/** The steps and the seed as the record keeps them: sealed, with the names of the secrets. */
function stepsOf(
  { keyRing }: ApiPorts,
  { _id, accountId }: Owned,
  secrets: SignInSecrets,
): Pick<SignInRecord, "hasTotp" | "secretNames" | "secrets"> {
  return {
    hasTotp: secrets.totp !== undefined,
    secretNames: secretNamesOf({ steps: secrets.steps }),
    secrets: seal(keyRing, JSON.stringify(secrets), { accountId, entityId: _id, field: signInFields.secrets }),
  };
}

/** Asks the workflow for a new session. @throws ApiError `unavailable` if Temporal is. */
export async function renewNow(ports: ApiPorts, record: ListedSignIn): Promise<void> {
  const order = { type: "signIn", input: signInInput(record) } as const;
  const isSent = await trySignal(ports, order, { name: "renew", args: [{ generation: null, workflowId: null }] });
  if (!isSent) throw new ApiError("unavailable", { retryAfter: 5 });
}

/** Deletes a sign-in, its session and its picture. A signal that is lost leaves the workflow idle for a day at most. */
export async function removeSignIn(ports: ApiPorts, record: ListedSignIn): Promise<void> {
  await ports.database.signIns.deleteOne({ _id: record._id });
  await ports.objects.removePrefix(momentPrefix(record._id));
  await trySignal(ports, { type: "signIn", input: signInInput(record) }, { name: ownerSignals.remove, args: [] });
}
