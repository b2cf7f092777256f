// Generated from the API's routes by `npm run client:generate`. Do not edit.

/** Labels of a monitor's settings. Those of its capture are the options'. */
export const settingLabels = {
  name: "Name",
  url: "Address",
  intervalMinutes: "How often",
  cron: "Cron",
  timezone: "Time zone",
  tags: "Tags",
  baselineMode: "Compare with",
  changeThreshold: "Change threshold",
  alertWhen: "Alert on values",
  ignoreDefaults: "Does not inherit",
  capture: "Capture",
  diff: "Comparison",
  "diff.mode": "Differences that count",
  "diff.visualization": "Drawing of changes",
  alerts: "Alerts",
  "alerts.email": "Mails",
  "alerts.webhook": "Webhook",
  "alerts.channels": "Channels",
  "alerts.digest": "Digest",
  "alerts.notifyRecovery": "Also say when a change is over",
  "alerts.targetIds": "Alert targets",
  "alerts.quietHours": "Quiet hours",
  mutedUntil: "Muted until",
  status: "Status",
} as const;
