import type { MonitorSitemapRequest } from "#clients/typescript/src/index.ts";
import { linesOf, withScheme } from "../../format/address.ts";
import { formatInterval } from "../../format/time.ts";
import { tagsOf, thresholdOf } from "../monitors/form/monitorForm.ts";

/** The entries of a person. Texts have the form of their fields. */
export type SitemapForm = {
  url: string;
  name: string;
  /** Separated by commas. */
  tags: string;
  /** Minutes between runs. */
  interval: string;
  /** Percent of the picture; empty for any visible difference. */
  threshold: string;
  /** Globs, one per line. */
  include: string;
  exclude: string;
  maxMonitors: string;
  /** Minutes between syncs. */
  syncInterval: string;
};

export const emptySitemapForm: SitemapForm = {
  url: "",
  name: "",
  tags: "",
  interval: "1440",
  threshold: "",
  include: "",
  exclude: "",
  maxMonitors: "100",
  syncInterval: "1440",
};

/** The body of the call that watches the sitemap. */
export function requestOf(form: SitemapForm): Omit<MonitorSitemapRequest, "dryRun"> {
  const { url, name, tags, interval, include, exclude, maxMonitors, syncInterval } = form;
  return {
    sitemapUrl: withScheme(url),
    ...(name.trim() !== "" && { name: name.trim() }),
    monitor: { intervalMinutes: Number(interval), tags: tagsOf(tags), changeThreshold: thresholdOf(form) },
    includePaths: linesOf(include),
    excludePaths: linesOf(exclude),
    ...(maxMonitors.trim() !== "" && { maxMonitors: Number(maxMonitors) }),
    syncIntervalMinutes: Number(syncInterval),
  };
}

/** The usual intervals of syncs. Values are minutes. */
export const syncOptions = [60, 360, 1_440, 10_080].map((minutes) => ({
  value: String(minutes),
  label: formatInterval(minutes),
}));
