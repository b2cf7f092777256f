import type { MonitorSitemapRequest } from "#clients/typescript/src/index.ts";
import type { SitemapPatch } from "#schemas/monitor/sitemap.ts";
import { withScheme } from "../../format/address.ts";
import { formatInterval } from "../../format/time.ts";
import { type Draft, type Form, numberAt, partOf, textAt } from "../../forms/draft.ts";
import { newMonitor, settingsOf } from "../monitors/form/monitorBody.ts";

/** A new sitemap: the settings that differ from the API's defaults. */
export const newSitemap: Draft = {
  changed: {
    maxMonitors: 100,
    syncIntervalMinutes: 1_440,
    monitor: { ...newMonitor.changed, intervalMinutes: 1_440 },
  },
  texts: {},
};

/** The body of the call that watches the sitemap. */
export function requestOf(form: Form): Omit<MonitorSitemapRequest, "dryRun"> {
  const monitor = settingsOf(partOf(form, "monitor", null));
  return { ...settingsOf(form), sitemapUrl: withScheme(textAt(form, "sitemapUrl")), monitor: { ...monitor } };
}

/** The body of the call that saves what was changed of a sitemap and of its template. */
export function changeOf(form: Form): SitemapPatch {
  const monitor = settingsOf(partOf(form, "monitor", null));
  return { ...settingsOf(form), ...("monitor" in form.changed && { monitor: { ...monitor } }) };
}

/** The usual minutes between syncs. */
const syncMinutes = [60, 360, 1_440, 10_080];

/** The choices of syncs, with the present one. Values are minutes. */
export function syncOptions(form: Form): { value: string; label: string }[] {
  const minutes = [...new Set([...syncMinutes, numberAt(form, "syncIntervalMinutes", 1_440)])];
  return minutes.toSorted((a, b) => a - b).map((each) => ({ value: String(each), label: formatInterval(each) }));
}
