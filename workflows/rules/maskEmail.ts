/**
 * An address as it is shown: the first letters of its two parts and its top-level domain, like `a***@e***.com`. The number
 * of stars tells nothing of the length.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  return `${firstOf(email.slice(0, Math.max(0, at)))}***@${firstOf(domain)}***${topLevelOf(domain)}`;
}

function firstOf(text: string): string {
  return Array.from(text)[0] ?? "";
}

function topLevelOf(domain: string): string {
  const dot = domain.lastIndexOf(".");
  return dot < 1 ? "" : domain.slice(dot);
}
