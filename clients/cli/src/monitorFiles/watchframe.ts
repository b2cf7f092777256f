import type { Monitor, MonitorRequest } from "../../../typescript/src/index.ts";
import { isPageAddress, type MonitorFile, toMonitorFile, toName } from "./entry.ts";
import { listOf, recordOf } from "./values.ts";

/** A monitor in a file. `url` is null if it is not known: the API never returns it. */
type Stored = Omit<MonitorRequest, "url"> & { host: string; url: string | null };

/** `{monitors: […]}`: the bodies of `POST /render/monitors`. */
export function readWatchframe(file: Record<string, unknown>): MonitorFile {
  return toMonitorFile(
    listOf(file["monitors"]).map((item) => {
      const { host, url, name, ...settings } = recordOf(item);
      const page = typeof host === "string" ? ` The page is on ${host}.` : "";
      if (!isPageAddress(url)) return { name: toName(name, "?"), reason: `It has no address: fill in \`url\`.${page}` };
      return { request: { ...settings, name: toName(name, url), url }, warnings: [] };
    }),
  );
}

export function writeWatchframe(monitors: readonly Monitor[]): string {
  return `${JSON.stringify({ monitors: monitors.map(toStored) }, null, 2)}\n`;
}

function toStored(monitor: Monitor): Stored {
  const { name, host, tags, intervalMinutes, cron, timezone, baselineMode, changeThreshold, diff, status } = monitor;
  const { alertWhen, ignoreDefaults } = monitor;
  const { email, quietHours } = monitor.alerts;
  // The values of cookies are write-only, and a cookie without one is refused.
  const { cookies: _cookies, ...capture } = monitor.capture;
  return {
    name,
    host,
    url: null,
    tags,
    ...(cron === undefined ? { intervalMinutes } : { cron }),
    ...(timezone !== undefined && { timezone }),
    baselineMode,
    changeThreshold,
    ...(alertWhen !== null && { alertWhen }),
    ...(ignoreDefaults.length > 0 && { ignoreDefaults }),
    capture,
    diff,
    alerts: { email, ...(quietHours !== null && { quietHours }) },
    status: status === "paused" ? "paused" : "active",
  };
}
