import { type Monitor, type MonitorRequest, settingsOf } from "../../../typescript/src/index.ts";
import { isPageAddress, type MonitorFile, toMonitorFile, toName } from "./entry.ts";
import { listOf, recordOf } from "./values.ts";

/** A monitor in a file. `url` is null if the account does not show it whole. */
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
  const { host, status } = monitor;
  const { name, url = null, ...settings } = settingsOf(monitor);
  return { name, host, url, ...settings, status: status === "paused" ? "paused" : "active" };
}
