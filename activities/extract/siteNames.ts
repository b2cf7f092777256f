/** By what names a page's site goes, as keys; and the labels of its host but the last. */
export type Site = { names: readonly string[]; hostLabels: readonly string[] };

/** A site from what it may be called and the address of one of its pages. */
export function siteOf(names: readonly (string | undefined)[], address: string): Site {
  const host = (URL.parse(address)?.hostname ?? "").replace(/^www\./u, "");
  const keys = [...names, host].map((name) => plainKey(name ?? "")).filter((key) => key.length > 1);
  return { names: keys, hostLabels: host.split(".").slice(0, -1).map(plainKey) };
}

/** A text by its letters and digits alone. */
export function plainKey(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** The words of a text; of Chinese, characters. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether a text is the name of the site; roughly: or much like it, or like the host (`NYT` on nyt.example). */
export function isSiteName(text: string, site: Site, how: "exactly" | "roughly"): boolean {
  const key = plainKey(text);
  if (key === "") return false;
  if (site.names.includes(key)) return true;
  if (how === "exactly") return false;
  const isInHost = site.hostLabels.some(
    (label) =>
      label.length > 2 &&
      key.length > 2 &&
      (label.includes(key) || (key.includes(label) && key.length <= label.length * 2)),
  );
  if (isInHost) return true;
  const isLonger = site.names.some(
    (name) => name.length > 3 && key.length <= name.length * 3 && (key.startsWith(name) || key.endsWith(name)),
  );
  const initials = wordsOf(text)
    .map((word) => word.charAt(0))
    .join("");
  return isLonger || (initials.length > 2 && site.hostLabels.includes(initials));
}
