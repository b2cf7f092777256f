import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { Draft } from "../../../forms/draft.ts";
import { maxNameChars } from "./monitorBody.ts";

const suffix = " (copy)";

/**
 * A new monitor with the settings of another one, active and not muted. Secrets, long texts, channels and the webhook are
 * in no reply, so they stay out. So does an address that is not shown whole.
 */
export function copyOf(monitor: Monitor): Draft {
  const { name, pageUrl = "", intervalMinutes, cron, timezone, tags, baselineMode, changeThreshold, diff } = monitor;
  const { alertWhen, ignoreDefaults } = monitor;
  const { cookies: _cookies, ...capture } = monitor.capture;
  const { webhook: _webhook, channels: _channels, ...alerts } = monitor.alerts;
  return {
    texts: {},
    changed: {
      name: name.slice(0, maxNameChars - suffix.length) + suffix,
      ...(pageUrl !== "" && !pageUrl.includes("…") && { url: pageUrl }),
      ...(cron === undefined ? { intervalMinutes } : { cron }),
      ...(timezone !== undefined && { timezone }),
      tags,
      baselineMode,
      changeThreshold,
      ...(alertWhen !== null && { alertWhen }),
      ignoreDefaults,
      capture,
      diff,
      alerts,
    },
  };
}
