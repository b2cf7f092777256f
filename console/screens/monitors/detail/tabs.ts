/** The tabs of a monitor, in order. */
export const monitorTabs = [
  { id: "timeline", label: "Timeline" },
  { id: "incidents", label: "Incidents" },
  { id: "baselines", label: "Baselines" },
  { id: "deliveries", label: "Deliveries" },
  { id: "settings", label: "Settings" },
] as const;

export type MonitorTab = (typeof monitorTabs)[number]["id"];

/** The tab of an address. A wrong value is left out. */
export function readMonitorTab({ tab }: Record<string, unknown>): { tab?: MonitorTab } {
  const found = monitorTabs.find(({ id }) => id === tab);
  return found === undefined ? {} : { tab: found.id };
}
