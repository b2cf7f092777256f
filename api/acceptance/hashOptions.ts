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
  // Sealing the same secret twice gives two texts, so the plain ones stand in. What is done with a render makes it no other one.
  const { url: _url, sealedFor: _for, headers: _headers, cookies: _cookies, ...rest } = spec;
  const { cache: _cache, storage: _storage, ...visible } = rest;
  const secrets = {
    headers: Object.entries(request.headers ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    cookies: request.cookies ?? [],
  };
  return createHmac("sha256", signingKey)
    .update(JSON.stringify(["render", accountId, visible, secrets]))
    .digest("base64url");
}
