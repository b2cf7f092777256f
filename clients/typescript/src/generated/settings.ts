// Generated from the API's routes by `npm run client:generate`. Do not edit.

/** Names of the settings in the body of a new monitor. */
export const monitorSettings = [
  "name",
  "url",
  "intervalMinutes",
  "cron",
  "timezone",
  "tags",
  "baselineMode",
  "changeThreshold",
  "alertWhen",
  "ignoreDefaults",
  "capture",
  "diff",
  "alerts",
  "mutedUntil",
  "status",
] as const;
