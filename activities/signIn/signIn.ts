import { Context } from "@temporalio/activity";
import { pageSpecOf } from "#schemas/renders/pageSpec.ts";
import { renderErrors } from "#schemas/renders/errors.ts";
import { signInFields, type SignInRecord, type SignInSecrets } from "#schemas/signIn.ts";
import { open } from "#vault/open.ts";
import { seal } from "#vault/seal.ts";
import { parseTotp } from "#vault/totp.ts";
import { RenderFailure, willRetry } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import type { ActivityPorts, BrowserSession, CaptureRequest } from "../ports.ts";
import { openProxy } from "../proxies/openProxy.ts";
import { fillStoredSecrets } from "../render/fillSecrets.ts";
import { storeMoment } from "./storeMoment.ts";

/** Input of the activity `signIn`. `generation` is the number of the new session, which grows. */
export type SignInTry = { signInId: string; generation: number };

/** Seconds for the log-in page and all steps. */
const signInSeconds = 60;
/** Bytes of a session as JSON. */
const maxSessionBytes = 2 * 2 ** 20;

/**
 * Does the steps of a sign-in in a blank browser, and keeps the session sealed. Nothing of it is returned.
 * @throws RenderFailure `signed_out` if the page does not show the sign of its visitors then, or that of a step or the page.
 */
export async function signIn(ports: ActivityPorts, { signInId, generation }: SignInTry): Promise<void> {
  await withHeartbeat(async (signal) => {
    const record = await ports.database.signIns.findOne({ _id: signInId });
    if (record === null) throw new RenderFailure("cancelled", "The sign-in was deleted.");
    const request = await requestOf(ports, record);
    const { accountId } = record;
    const slots = { accountId, host: null, leaseId: signInId, seconds: signInSeconds, keeps: willRetry };
    const signInRef = { signInId, generation };
    const capture = () => ports.capture.capture(request, { signal, onStage: () => undefined });
    const { session, moment = null } = await ports.captureSlots.run(slots, capture).catch(async (error: unknown) => {
      if (!(error instanceof RenderFailure)) throw error;
      await storeMoment(ports, signInRef, error.picture);
      throw withChallenge(error);
    });
    if (session === undefined) throw new RenderFailure("internal_error");
    const sealed = sealSession(ports, record, session);
    await storeMoment(ports, signInRef, moment);
    // A try of a worker that was taken for dead may end late.
    await ports.database.signIns.updateOne(
      { _id: signInId, generation: { $lt: generation } },
      { $set: { session: sealed, generation } },
    );
    Context.current().heartbeat();
  });
}

/** The failure with the challenge that the page shows, which only a person can pass. */
function withChallenge(error: RenderFailure): RenderFailure {
  const challenge = error.seen?.contents.challenge ?? null;
  if (challenge === null) return error;
  const { vendor, evidence } = challenge;
  const detail = `${error.message.slice(renderErrors[error.code].message.length).trim()} The page shows a challenge of ${vendor}.`;
  return new RenderFailure(error.code, detail, { isFinal: error.isFinal, evidence });
}

async function requestOf(ports: ActivityPorts, record: SignInRecord): Promise<CaptureRequest> {
  const { _id, accountId, signedIn } = record;
  const reveal = (field: "url" | "secrets") =>
    open(ports.keyRing, record[field], { accountId, entityId: _id, field: signInFields[field] });
  // The API validated this JSON before sealing it, and GCM proves that it is unchanged.
  const secrets: SignInSecrets = JSON.parse(reveal("secrets"));
  const proxy = await openProxy(ports, accountId, record.proxy ?? undefined);
  const { steps } = await fillStoredSecrets(ports, accountId, { steps: secrets.steps });
  const url = reveal("url");
  return {
    jobId: _id,
    accountId,
    spec: {
      url,
      sealedFor: _id,
      cache: false,
      ...pageSpecOf({ timeout: signInSeconds }),
      screenshot: null,
      extracts: [],
    },
    headers: {},
    cookies: [],
    texts: {},
    steps,
    proxy,
    signIn: { signedIn, session: null, totp: secrets.totp === undefined ? null : parseTotp(secrets.totp) },
    probe: null,
  };
}

function sealSession({ keyRing }: ActivityPorts, { _id, accountId }: SignInRecord, session: BrowserSession) {
  const text = JSON.stringify(session);
  if (Buffer.byteLength(text) > maxSessionBytes)
    throw new RenderFailure("page_too_large", "Cookies and storage of the session have more than 2 MiB.");
  return seal(keyRing, text, { accountId, entityId: _id, field: signInFields.session });
}
