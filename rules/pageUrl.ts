import type { Addresses } from "#schemas/account.ts";

/**
 * The address of a monitor's page as an account shows it; null if it shows the host alone. `masked` leaves out the user,
 * the password and the fragment, and puts an ellipsis in place of each value of the query.
 */
export function shownUrl(url: string, addresses: Addresses): string | null {
  if (addresses === "host") return null;
  if (addresses === "full") return url;
  const { protocol, host, pathname, searchParams } = new URL(url);
  const query = [...searchParams.keys()].map((name) => `${encodeURIComponent(name)}=…`).join("&");
  return `${protocol}//${host}${pathname}${query === "" ? "" : `?${query}`}`;
}

/** Whether a shown address leads to the page itself. */
export function isWhole(shown: string): boolean {
  return !shown.includes("=…");
}
