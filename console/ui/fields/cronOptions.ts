/** Usual recurrences, as cron fields. */
export const recurrenceOptions = [
  { value: "0 * * * *", label: "Every hour" },
  { value: "0 9 * * *", label: "Every day at 9:00" },
  { value: "0 9 * * MON-FRI", label: "Monday to Friday at 9:00" },
  { value: "0 9 * * MON", label: "Every Monday at 9:00" },
  { value: "0 9 1 * *", label: "On the first of each month at 9:00" },
  { value: "", label: "Other times, as cron" },
] as const;

/** The time zone of this browser. */
export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
