/**
 * The bytes of a webhook secret in the form of Standard Webhooks 1.0: `whsec_` and the base64 of 24 to 64 bytes.
 * Null for any other text.
 */
export function standardSecret(secret: string): Buffer | null {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const bytes = Buffer.from(encoded ?? "", "base64");
  return bytes.length >= 24 && bytes.length <= 64 ? bytes : null;
}
