import { monitorSettings } from "./generated/settings.ts";
import type { Monitor, MonitorRequest } from "./generated/shapes.ts";

const settingNames: ReadonlySet<string> = new Set(monitorSettings);

/** Address of the page; undefined unless the account shows it whole. */
export function wholeUrlOf({ pageUrl }: Pick<Monitor, "pageUrl">): string | undefined {
  return pageUrl?.includes("…") === true ? undefined : pageUrl;
}

/** The settings of a monitor that its replies show. Its address is there only if the account shows it whole. */
export type ShownSettings = Omit<MonitorRequest, "url"> & Partial<Pick<MonitorRequest, "url">>;

/**
 * The monitor's own settings as the body of a new monitor, which is active and not muted. It inherits the same defaults.
 * No reply has write-only values, so the webhook, channels, cookies, headers and long texts are missing.
 */
export function settingsOf(monitor: Monitor): ShownSettings;
export function settingsOf({ status: _status, mutedUntil: _mutedUntil, ...monitor }: Monitor): Record<string, unknown> {
  const inheritedPaths: ReadonlySet<string> = new Set(monitor.inherited.map(({ setting }) => setting));
  const ownOf = (values: object, place = ""): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== null && !inheritedPaths.has(`${place}${name}`)),
    );
  const { cookies: _cookies, ...capture } = monitor.capture;
  const { webhook: _webhook, channels: _channels, ...alerts } = monitor.alerts;
  const { intervalMinutes, ...others } = ownOf(monitor);
  const url = wholeUrlOf(monitor);
  const shownSettings = {
    ...(url !== undefined && { url }),
    ...others,
    ...(monitor.cron === undefined && { intervalMinutes }),
    capture: ownOf(capture, "capture."),
    alerts: ownOf(alerts, "alerts."),
  };
  return Object.fromEntries(Object.entries(shownSettings).filter(([name]) => settingNames.has(name)));
}
