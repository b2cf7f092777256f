import type { MonitorSitemapRequest } from "#clients/typescript/src/index.ts";
import type { MonitorSitemap, SitemapPatch } from "#schemas/monitor/sitemap.ts";
import { linesOf, withScheme } from "../../format/address.ts";
import { formatInterval } from "../../format/time.ts";
import { patchOf, type SettingsForm } from "../monitors/detail/settingsForm.ts";
import { emptyMonitorForm, type MonitorForm, requestOf as monitorOf } from "../monitors/form/monitorForm.ts";

/** The entries of a person. Texts have the form of their fields. */
export type SitemapForm = {
  url: string;
  name: string;
  /** Globs, one per line. */
  include: string;
  exclude: string;
  maxMonitors: string;
  /** Minutes between syncs. */
  syncInterval: string;
  /** The settings of its monitors. Address and name have no effect. */
  monitor: MonitorForm;
};

export const emptySitemapForm: SitemapForm = {
  url: "",
  name: "",
  include: "",
  exclude: "",
  maxMonitors: "100",
  syncInterval: "1440",
  monitor: { ...emptyMonitorForm, interval: "1440" },
};

/** The body of the call that watches the sitemap. */
export function requestOf(form: SitemapForm): Omit<MonitorSitemapRequest, "dryRun"> {
  const { url, name, include, exclude, maxMonitors, syncInterval } = form;
  const { url: _url, name: _name, ...monitor } = monitorOf(form.monitor);
  return {
    sitemapUrl: withScheme(url),
    ...(name.trim() !== "" && { name: name.trim() }),
    monitor,
    includePaths: linesOf(include),
    excludePaths: linesOf(exclude),
    ...(maxMonitors.trim() !== "" && { maxMonitors: Number(maxMonitors) }),
    syncIntervalMinutes: Number(syncInterval),
  };
}

/** The settings of a sitemap as they are. Its address is write-only. */
export function ownFormOf(sitemap: MonitorSitemap): Omit<SitemapForm, "url" | "monitor"> {
  const { name, includePaths, excludePaths, maxMonitors, syncIntervalMinutes } = sitemap;
  return {
    name,
    include: includePaths.join("\n"),
    exclude: excludePaths.join("\n"),
    maxMonitors: String(maxMonitors),
    syncInterval: String(syncIntervalMinutes),
  };
}

type Changed = {
  form: Omit<SitemapForm, "url" | "monitor">;
  own: Partial<SitemapForm>;
};
type ChangedTemplate = { settings: SettingsForm; monitor: Partial<SettingsForm> };

/** The body of the call that saves what was changed of a sitemap and of its template. */
export function changeOf({ form, own }: Changed, { settings, monitor }: ChangedTemplate): SitemapPatch {
  const { name: _name, mutedUntil: _mutedUntil, ...template } = patchOf(settings, monitor);
  return {
    ...("name" in own && { name: form.name.trim() }),
    ...("include" in own && { includePaths: linesOf(form.include) }),
    ...("exclude" in own && { excludePaths: linesOf(form.exclude) }),
    ...("maxMonitors" in own && { maxMonitors: Number(form.maxMonitors) }),
    ...("syncInterval" in own && { syncIntervalMinutes: Number(form.syncInterval) }),
    ...(Object.keys(template).length > 0 && { monitor: template }),
  };
}

/** The usual minutes between syncs. */
const syncMinutes = [60, 360, 1_440, 10_080];

/** The choices of syncs, with the present one. Values are minutes. */
export function syncOptions(present: string): { value: string; label: string }[] {
  const minutes = [...new Set([...syncMinutes, Number(present)])].toSorted((a, b) => a - b);
  return minutes.map((each) => ({ value: String(each), label: formatInterval(each) }));
}
