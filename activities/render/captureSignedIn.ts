import { type BrowserSession, type ActivityPorts, type CapturedPage, type SignInOrder } from "../ports.ts";
import { signInFields } from "#schemas/signIn.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { open } from "#vault/open.ts";
import { RenderFailure, SignInNeeded } from "../failures.ts";
import { siteOf } from "../httpHosts.ts";

type Signed = { accountId: string; spec: Pick<RenderSpec, "url" | "signIn" | "crawl"> };

/**
 * Captures a page as the visitor of its sign-in. Without a sign-in, and for pages of a crawl on other sites, `signIn` is
 * undefined.
 * @throws SignInNeeded if there is no session, or the page shows that it is signed out.
 * @throws RenderFailure `signed_out` for an unknown sign-in or one of another site, or that of the capture.
 */
export async function captureSignedIn(
  ports: Pick<ActivityPorts, "database" | "keyRing">,
  { accountId, spec }: Signed,
  capture: (signIn: SignInOrder | undefined) => Promise<CapturedPage>,
): Promise<CapturedPage> {
  const { signIn: name, url, crawl } = spec;
  if (name === undefined) return capture(undefined);
  const record = await ports.database.signIns.findOne({ accountId, name });
  if (record === null) throw new RenderFailure("signed_out", `The account has no sign-in ${JSON.stringify(name)}.`);
  const { _id, generation, session, signedIn } = record;
  if (siteOf(new URL(url).hostname) !== siteOf(hostnameOf(record.host))) {
    if (crawl !== undefined) return capture(undefined);
    throw new RenderFailure("signed_out", `The sign-in ${JSON.stringify(name)} is for the site of ${record.host}.`);
  }
  if (session === null) throw new SignInNeeded(_id, generation);
  const opened = open(ports.keyRing, session, { accountId, entityId: _id, field: signInFields.session });
  // The sign-in's activity wrote this JSON, and GCM proves that it is unchanged.
  const kept: BrowserSession = JSON.parse(opened);
  try {
    return await capture({ signedIn, session: kept, totp: null });
  } catch (error) {
    if (error instanceof RenderFailure && error.code === "signed_out") throw new SignInNeeded(_id, generation);
    throw error;
  }
}

function hostnameOf(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? host;
}
