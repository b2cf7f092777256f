import type { Operations } from "./generated/operations.ts";

/** A signing key of an account, and the address of its Watchframe. */
export type ImageSigner = {
  baseUrl: string;
  keyId: string;
  /** As `signingKeys.create` returned it. It belongs on a server: a page's reader could sign any link with it. */
  secret: string;
};

/** The page, and options of its picture. */
export type ImageLink = Omit<Parameters<Operations["getSignedImage"]>[2], "expires"> & {
  /** When the link ends: a date, or Unix time in seconds. Default: it lasts as long as its key. */
  expires?: Date | number;
};

/**
 * A link that shows the picture of a page without an API key, for `<img>` and Open Graph tags. Equal options in the same
 * order give the same link.
 */
export async function signImageUrl({ baseUrl, keyId, secret }: ImageSigner, link: ImageLink): Promise<string> {
  const { expires } = link;
  const seconds = expires instanceof Date ? Math.floor(expires.getTime() / 1_000) : expires;
  const query = Object.entries({ ...link, expires: seconds })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${escape(name)}=${escape(String(value))}`]))
    .join("&");
  const base = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  return new URL(`image/${keyId}/${await signatureOf(secret, query)}?${query}`, base).href;
}

/** Percent-encodes all but the unreserved characters of RFC 3986. */
function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** HMAC-SHA256 as base64url without padding. */
async function signatureOf(secret: string, text: string): Promise<string> {
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(text)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}
