import { createHmac } from "node:crypto";
import type { RenderRequest, RenderSpec } from "#schemas/render.ts";

/**
 * The same text for renders of one account with the same effective options, secrets included, whatever their URL.
 * Keyed, so that a stolen database can't be searched for secrets by guessing.
 */
export function hashOptions(
  signingKey: Buffer,
  accountId: string,
  { request, spec }: { request: RenderRequest; spec: RenderSpec },
): string {
  // Sealing the same secret twice gives two texts, so the plain ones stand in. Where outputs are stored changes none of them.
  const { url: _url, sealedFor: _for, headers: _headers, cookies: _cookies, storage: _storage, ...visible } = spec;
  const secrets = {
    headers: Object.entries(request.headers ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    cookies: request.cookies ?? [],
  };
  return createHmac("sha256", signingKey)
    .update(JSON.stringify(["render", accountId, visible, secrets]))
    .digest("base64url");
}
