import type { ListedDefaults } from "#data/monitorDefaults.ts";
import type { MonitorDefaults } from "#schemas/monitor/defaults.ts";

/** Defaults as their account sees them. */
export function presentMonitorDefaults({ tag, settings, updatedAt }: ListedDefaults): MonitorDefaults {
  const { timezone, changeThreshold, capture, alerts } = settings;
  return {
    tag,
    ...(timezone !== undefined && { timezone }),
    ...(changeThreshold !== undefined && { changeThreshold }),
    capture,
    alerts,
    updatedAt: updatedAt.toISOString(),
  };
}
