import type { MonitorRequest } from "../../../typescript/src/index.ts";

/** A page to watch, as a file describes it. */
export type Entry = {
  request: Partial<MonitorRequest> & Pick<MonitorRequest, "name" | "url">;
  /** Settings of the file that a monitor lacks, as sentences. */
  warnings: string[];
};

/** An entry of a file that can't be a monitor. */
export type Unusable = { name: string; reason: string };

/** Content of a file. `warnings` are about its settings for all entries. */
export type MonitorFile = { entries: Entry[]; unusable: Unusable[]; warnings: string[] };

export type Capture = NonNullable<MonitorRequest["capture"]>;

/** Maximum characters of a monitor's name. */
const maxNameChars = 100;

/** Puts what was read into a file's entries, and what can't be a monitor beside them. */
export function toMonitorFile(read: readonly (Entry | Unusable)[], warnings: string[] = []): MonitorFile {
  return {
    entries: read.filter((item) => "request" in item),
    unusable: read.filter((item) => "reason" in item),
    warnings,
  };
}

/** A name that the API takes: the given one on one line, else host, path and query of the page. */
export function toName(given: unknown, url: string): string {
  const name = typeof given === "string" ? given.replace(/[\p{Cc}\s]+/gu, " ").trim() : "";
  return (name || nameOfPage(url)).slice(0, maxNameChars).trim();
}

/** Host, path and query of a page. */
export function nameOfPage(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, pathname, search } = new URL(address);
  return `${host}${pathname === "/" ? "" : pathname}${search}`.slice(0, maxNameChars);
}

/** Whether a monitor can watch an address. */
export function isPageAddress(url: unknown): url is string {
  return typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url);
}

/**
 * Gives equal names of one host a number, in the order of the file. The API does not return addresses, so a later import
 * finds a page again by its host and its name.
 */
export function numberNames(entries: readonly Entry[]): Entry[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const { name, url } = entry.request;
    const same = JSON.stringify([name, url, entry.request.capture]);
    if (seen.has(same)) return [];
    seen.add(same);
    const key = identityOf(name, new URL(url).host);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count === 1) return [entry];
    const suffix = ` (${count})`;
    return [{ ...entry, request: { ...entry.request, name: name.slice(0, maxNameChars - suffix.length) + suffix } }];
  });
}

/** The facts that a monitor is found by. */
export function identityOf(name: string, host: string): string {
  return JSON.stringify([host, name]);
}
